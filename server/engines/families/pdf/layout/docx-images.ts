import { AlignmentType, Paragraph as DocxParagraph, ImageRun } from 'docx'
import { heightOf, widthOf } from './geometry.ts'
import type { ImageBlock } from './model.ts'
import { legalText } from './xml-text.ts'

/** The target column: its left edge and width, in points. */
export interface Column {
  left: number
  width: number
}

/** Maximum space above text, in points. */
export const MOST_SPACE = 400

export const twips = (points: number): number => Math.round(points * 20)

/** The writer uses 96 DPI. */
const pixels = (points: number): number => Math.max(1, Math.round((points * 96) / 72))

/** Images side by side, as one paragraph. */
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
