import { drawFont } from './draw-font.ts'
import { drawModel, endModels } from './draw-model.ts'
import { drawPdf } from './draw-pdf.ts'
import { drawText } from './draw-text.ts'
import { openPackage } from './open-package.ts'

const TEXTS = new Set(
  'txt md gfm html latex typst rst asciidoc org textile djot mediawiki csv json yaml xml srt vtt'.split(' '),
)
const PACKAGES = new Set('docx xlsx pptx odt ods odp epub cbz pages numbers key 3mf'.split(' '))
const MODELS = new Set(['glb', 'gltf', 'stl', 'obj', 'ply'])
const FONTS = new Set(['ttf', 'otf', 'woff', 'woff2'])

/** The first lines are at the start of a file. */
const TEXT_BYTES = 2048
/** Larger files would use too much memory for an image of 44 pixels. */
const MOST_BYTES = 20_000_000

/**
 * The thumbnail of a file that browsers cannot display; null if it is not cheap. @throws if the
 * file cannot be read
 */
export async function drawThumb(file: File, format: string): Promise<Blob | null> {
  if (TEXTS.has(format)) return drawText(await file.slice(0, TEXT_BYTES).text())
  if (file.size > MOST_BYTES) return null
  if (FONTS.has(format)) return drawFont(await file.arrayBuffer())
  if (format === 'pdf') return drawPdf(file)
  if (MODELS.has(format)) return drawModel(file, format)
  if (!PACKAGES.has(format)) return null
  const { thumbnail, text } = await openPackage(file)
  return thumbnail ?? (text === '' ? null : drawText(text))
}

/** Called after the last thumbnail. */
export const endThumbs = endModels
