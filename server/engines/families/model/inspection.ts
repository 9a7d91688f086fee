import { z } from 'zod'

const point = z.tuple([z.number(), z.number(), z.number()])
const count = z.int().min(0)

/** The JSON result of `inspect`. Lengths are in the file's own unit. */
export const ModelInspection = z.strictObject({
  format: z.string(),
  bytes: count,
  scenes: count,
  nodes: count,
  meshes: count,
  /** As rendered: each instance of a mesh counts. */
  triangles: count,
  vertices: count,
  /** Point and line primitives, which have no surface. */
  points_and_lines: count,
  has: z.strictObject({
    normals: z.boolean(),
    texture_coordinates: z.boolean(),
    vertex_colours: z.boolean(),
  }),
  materials: z.array(z.string()),
  textures: z.array(
    z.strictObject({
      name: z.string(),
      mime_type: z.string(),
      width: count.nullable(),
      height: count.nullable(),
      bytes: count,
    }),
  ),
  animations: z.array(z.strictObject({ name: z.string(), seconds: z.number().min(0) })),
  skeletons: count,
  extensions: z.array(z.string()),
  /** Null without surfaces. */
  bounding_box: z.strictObject({ min: point, max: point, size: point, centre: point }).nullable(),
})
export type ModelInspection = z.infer<typeof ModelInspection>
