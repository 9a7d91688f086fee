import { AlignmentType, Paragraph as DocxParagraph, ImageRun } from 'docx'
import { heightOf, widthOf } from './geometry.ts'
import type { ImageBlock } from './model.ts'
import { legalText } from './xml-text.ts'

/** The column that blocks are written into: where it begins and how wide it is, in points. */
export interface Column {
  left: number
  width: number
}

/** Text is no farther from what stands above it, in points. */
export const MOST_SPACE = 400

export const twips = (points: number): number => Math.round(points * 20)

/** Pixels of the writer: 96 to the inch. */
const pixels = (points: number): number => Math.max(1, Math.round((points * 96) / 72))

/** Images that stand side by side, as one paragraph. */
export function docxImages(images: readonly ImageBlock[], column: Column, onNewPage: boolean): DocxParagraph {
  const total = images.reduce((sum, { box }) => sum + widthOf(box), 0)
  const scale = Math.min(1, column.width / Math.max(1, total))
  const left = Math.min(...images.map(({ box }) => box.left))
  const right = Math.max(...images.map(({ box }) => box.right))
  const centred = Math.abs((left + right) / 2 - column.left - column.width / 2) < 0.03 * column.width
  const indent = Math.max(0, Math.min(left - column.left, column.width - total * scale))
  return new DocxParagraph({
    children: images.map(
      ({ data, type, box, description }) =>
        new ImageRun({
          type,
          data,
          transformation: { width: pixels(widthOf(box) * scale), height: pixels(heightOf(box) * scale) },
          altText: { name: 'Picture', title: '', description: legalText(description) },
        }),
    ),
    alignment: centred ? AlignmentType.CENTER : AlignmentType.START,
    spacing: { before: twips(Math.min(MOST_SPACE, images[0]?.before ?? 0)), after: 0 },
    ...(centred || indent < 3 ? {} : { indent: { start: twips(indent) } }),
    ...(onNewPage ? { pageBreakBefore: true } : {}),
  })
}
