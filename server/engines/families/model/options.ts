import { z } from 'zod'
import { thumbnailSize } from '../../kernel/thumbnail-size.ts'

/** Changes to a model for all targets. */
const changes = {
  scale: z.number().min(0.0001).max(100_000).default(1).meta({
    title: 'Scale',
    description: 'Every length is multiplied by this: 1000 makes meters into millimeters.',
  }),
  center: z.enum(['none', 'origin', 'ground']).default('none').meta({
    title: 'Center',
    description: 'Leave it where it is, put its middle at the origin, or stand it on the ground there.',
  }),
  up_axis: z.enum(['keep', 'y', 'z']).default('keep').meta({
    title: 'Up axis',
    description: 'Keep it, turn Z up to Y up (for screens), or Y up to Z up (for printers and CAD).',
  }),
  simplify: z.int().min(1).max(100).default(100).meta({
    title: 'Keep triangles',
    description: 'In per cent. Fewer make a smaller file and a rougher shape; 100 keeps all.',
  }),
  dedup: z.boolean().default(false).meta({
    title: 'Merge duplicates',
    description: 'Stores equal vertices, materials and textures once, and leaves out what is not used.',
  }),
}

const textureSize = (byDefault: number) =>
  z.int().min(0).max(16_384).default(byDefault).meta({
    title: 'Texture size',
    description: 'The most pixels that a texture is wide or high; 0 keeps them.',
  })
const textureFormat = z
  .enum(['keep', 'webp'])
  .default('keep')
  .meta({ title: 'Texture format', description: 'WebP is smaller, and not every viewer shows it.' })
const compression = (byDefault: 'none' | 'draco') =>
  z.enum(['none', 'draco', 'meshopt']).default(byDefault).meta({
    title: 'Compression',
    description: 'Draco makes the smallest file, meshopt the fastest to open; none opens everywhere.',
  })
const embed = z.boolean().default(true).meta({
  title: 'Single file',
  description: 'Otherwise a ZIP with the model, its geometry and its textures side by side.',
})

const geometry = z.strictObject(changes)
const textured = z.strictObject({ ...changes, texture_size: textureSize(0) })
const compact = {
  compression: compression('none'),
  texture_size: textureSize(0),
  texture_format: textureFormat,
}

/** Options of `convert`, per target. */
export const MODEL_OPTIONS = {
  glb: z.strictObject({ ...changes, ...compact }),
  gltf: z.strictObject({ ...changes, ...compact, embed }),
  obj: textured,
  stl: geometry,
  ply: geometry,
  off: geometry,
  '3mf': geometry,
  usdz: textured,
} as const

export const SYSTEM_MODEL_OPTIONS = geometry

const optimize = {
  simplify: changes.simplify,
  dedup: changes.dedup.default(true),
  compression: compression('draco'),
  texture_size: textureSize(2048),
  texture_format: textureFormat,
}

/** Options of `optimize`, which reduces a model's size. */
export const OPTIMIZE_OPTIONS = {
  glb: z.strictObject(optimize),
  gltf: z.strictObject({ ...optimize, embed }),
} as const

const background = z
  .string()
  .regex(/^(transparent|#[0-9a-fA-F]{6})$/)
  .default('transparent')
  .meta({ title: 'Background', description: 'A color such as #ffffff, or transparent.' })
const colour = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .optional()
  .meta({ title: 'Color', description: 'Paints the whole model in one color such as #4f7cac.' })

const side = (title: string) =>
  z
    .int()
    .min(64)
    .max(2048)
    .optional()
    .meta({ title, description: 'In pixels, instead of the size; an image is square otherwise.' })

/** Options of `thumbnail`. */
export const THUMBNAIL_OPTIONS = z.strictObject({
  size: thumbnailSize(512),
  width: side('Width'),
  height: side('Height'),
  background,
  colour,
  azimuth: z
    .int()
    .min(0)
    .max(359)
    .default(35)
    .meta({ title: 'Turn', description: 'Degrees around the model, from its front.' }),
  elevation: z
    .int()
    .min(0)
    .max(90)
    .default(25)
    .meta({ title: 'Camera elevation', description: 'Degrees: 0 looks straight at it, 90 down on it.' }),
  up_axis: z.enum(['auto', 'y', 'z']).default('auto').meta({
    title: 'Up axis',
    description: 'The axis that points up. Automatic: Z for formats of printers and CAD, else Y.',
  }),
})

export const INSPECT_OPTIONS = z.strictObject({})

export type ModelTarget = keyof typeof MODEL_OPTIONS
export type ThumbnailOptions = z.infer<typeof THUMBNAIL_OPTIONS> & { width: number; height: number }
type Optional<Shape> = { [Key in keyof Shape]?: Shape[Key] | undefined }
/** The options of all targets, and those that only some have. */
export type ModelOptions = z.infer<typeof geometry> &
  Optional<Omit<z.infer<(typeof MODEL_OPTIONS)['gltf']>, keyof typeof changes>> & {
    /** Internal: the next step needs meshes in world space with Z up. */
    bake?: boolean
  }
