import type { Document } from '@gltf-transform/core'
import { plural, type Sentence, sentence } from '../../../kernel/sentence.ts'
import { baseName } from '../detect.ts'
import type { ModelFiles } from '../source/files.ts'

/** Missing references of a model: textures that are absent or in an unsupported format. */
export interface Missing {
  absent: Set<string>
  foreign: Set<string>
  /** Missing material files. */
  materials: Set<string>
  /** Number of shapes of an unsupported type, mostly text. */
  shapes: number
}

/** Sanitizes a name from a model for display. */
export function shownName(name: string): string {
  return baseName(name)
    .replace(/[^\p{L}\p{N} ._-]/gu, '_')
    .slice(0, 60)
}

/** The image that the model names, from beside it; records it in `missing` if it is absent. */
export function imageBeside(
  files: ModelFiles,
  name: string,
  missing: Missing,
): { bytes: Buffer; extension: string } | null {
  const bytes = files.beside(name)
  const extension = bytes && imageKind(bytes)
  if (bytes && extension) return { bytes, extension }
  ;(bytes ? missing.foreign : missing.absent).add(shownName(name))
  return null
}

/** The image type by its first bytes, if glTF supports it. */
export function imageKind(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  if (head.startsWith('\x89PNG')) return 'png'
  if (head.startsWith('\xff\xd8\xff')) return 'jpg'
  if (head.startsWith('RIFF') && head.endsWith('WEBP')) return 'webp'
  if (head.startsWith('\xabKTX 20')) return 'ktx2'
  return null
}

/** Removes textures without an image; their materials use the base color. */
export function dropEmptyTextures(document: Document): void {
  for (const texture of document.getRoot().listTextures()) {
    if ((texture.getImage()?.byteLength ?? 0) === 0) texture.dispose()
  }
}

export function missingWarnings({ absent, foreign, materials, shapes }: Missing): Sentence[] {
  const name = (names: Set<string>) =>
    [...names].slice(0, 3).join(', ') + (names.size > 3 ? ` and ${names.size - 3} more` : '')
  return [
    ...(shapes > 0
      ? [
          sentence`${plural(shapes, '# shape that is no surface was', '# shapes that are no surfaces were')} left out: letters or lines.`,
        ]
      : []),
    ...(materials.size > 0
      ? [
          sentence`The materials could not be found (${name(materials)}). Put the model and the files that belong to it into one ZIP to keep its colors.`,
        ]
      : []),
    ...(absent.size > 0
      ? [
          sentence`${plural(absent.size, '# texture', '# textures')} could not be found (${name(absent)}). Put the model and its textures into one ZIP to keep them.`,
        ]
      : []),
    ...(foreign.size > 0
      ? [
          sentence`${plural(foreign.size, '# texture', '# textures')} could not be used (${name(foreign)}). Save them as PNG or JPEG to keep them.`,
        ]
      : []),
  ]
}
