import { type PDFDocument, type PDFImage, PDFName, type PDFRef } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import type { Mark } from '../../../../../contract/pdf-edits.ts'
import { EngineFailure } from '../../../kernel/engine.ts'
import { sentence } from '../../../kernel/sentence.ts'
import { embedImage } from '../edit/merge.ts'
import { arrayAt } from '../form/objects.ts'
import { type PageNode, pagesOf } from '../form/pages.ts'
import { n, type Typesetter } from '../form/typeset.ts'
import type { Changes } from '../save/changes.ts'
import { pageMissing, type SavedFile } from '../save/pages.ts'
import { type Annotation, registerAnnotation } from './annotation.ts'
import { highlightMark, inkMark, shapeMark } from './lines.ts'
import { upright } from './place.ts'
import { noteMark, stampMark, textMark } from './text.ts'

/**
 * Adds marks to the pages of a document in order; `still` if they will be flattened.
 * @throws `option_refused` for a page or file that doesn't exist
 */
export async function putMarks(
  document: PDFDocument,
  marks: readonly Mark[],
  files: readonly SavedFile[],
  { maxPixels, still }: { maxPixels: number; still: boolean },
  set: Typesetter,
  changes: Changes,
): Promise<void> {
  const pages = pagesOf(document)
  const images = new Map<number, PDFImage>()
  const put = new Map<PageNode, PDFRef[]>()
  for (const mark of marks) {
    const page = pages[mark.page - 1]
    if (!page) throw pageMissing('mark', mark.page, pages.length)
    const made =
      mark.kind === 'image'
        ? imageMark(mark, page.rotation, await loadImage(document, mark.file, files, images, maxPixels))
        : await annotationOf(mark, page.rotation, still, set)
    put.set(page, [...(put.get(page) ?? []), registerAnnotation(page, made)])
  }
  for (const [page, references] of put) {
    // Copies an indirect annotation list, since other pages may share it.
    const before = arrayAt(page.dict, 'Annots')?.asArray() ?? []
    page.dict.set(PDFName.of('Annots'), document.context.obj([...before, ...references]))
    changes.touch(page.ref)
  }
}

async function annotationOf(
  mark: Exclude<Mark, { kind: 'image' }>,
  rotation: number,
  still: boolean,
  set: Typesetter,
): Promise<Annotation> {
  switch (mark.kind) {
    case 'text':
      return await textMark(mark, rotation, set)
    case 'stamp':
      return await stampMark(mark, rotation, set)
    case 'note':
      return noteMark(mark, rotation, still)
    case 'highlight':
      return highlightMark(mark, rotation)
    case 'ink':
      return inkMark(mark)
    case 'shape':
      return shapeMark(mark)
  }
}

/** An image centered in its rectangle, scaled to fit. */
function imageMark(mark: Extract<Mark, { kind: 'image' }>, rotation: number, image: PDFImage): Annotation {
  const whole = upright(mark.rect, rotation)
  const { width, height } = image.scaleToFit(Math.max(0.1, whole.width), Math.max(0.1, whole.height))
  const lying = whole.width !== mark.rect.width
  const [w, h] = lying ? [height, width] : [width, height]
  const { rect } = mark
  const fitted = { x: rect.x + (rect.width - w) / 2, y: rect.y + (rect.height - h) / 2, width: w, height: h }
  const frame = upright(fitted, rotation)
  return {
    subtype: 'Stamp',
    rect: fitted,
    frame,
    operators: `${n(frame.width)} 0 0 ${n(frame.height)} 0 0 cm /FwI Do\n`,
    image: { name: 'FwI', object: image.ref },
    more: { Name: 'FwImage' },
  }
}

const IMAGE_FORMATS: readonly string[] = ['png', 'jpg', 'webp']

/**
 * Embeds an image of the files.
 * @throws `option_refused`, `source_damaged`
 */
export async function loadImage(
  document: PDFDocument,
  index: number,
  files: readonly SavedFile[],
  known: Map<number, PDFImage>,
  maxPixels: number,
): Promise<PDFImage> {
  const before = known.get(index)
  if (before) return before
  const file = files[index]
  if (!file || !IMAGE_FORMATS.includes(file.format)) {
    throw new EngineFailure(
      'option_refused',
      file
        ? sentence`File ${index} is named as an image, and is no PNG, JPEG or WebP. Send an image along, or leave it out.`
        : sentence`File ${index} is named as an image, and is not among the files that came. Send it along, or leave it out.`,
    )
  }
  const limits = { limitInputPixels: maxPixels, failOn: 'error' } as const
  try {
    const image = await embedImage(document, sharp(file.bytes, limits), file.bytes)
    known.set(index, image)
    return image
  } catch (error) {
    if (error instanceof EngineFailure) throw error
    throw new EngineFailure(
      'source_damaged',
      sentence`File ${index + 1}: The image is damaged or too large to be put on a page. Check that it opens elsewhere.`,
      { cause: error },
    )
  }
}
