import type { PDFDocument, PDFImage } from '@cantoo/pdf-lib'

/** Short and long side, in points. */
export const PAPERS = {
  a3: [841.89, 1190.55],
  a4: [595.28, 841.89],
  a5: [419.53, 595.28],
  letter: [612, 792],
  legal: [612, 1008],
} as const
export type Paper = keyof typeof PAPERS

/** A sheet in the orientation of its content: width and height in points. */
export function sheetFor(paper: Paper, { width, height }: { width: number; height: number }) {
  const [short, long] = PAPERS[paper]
  return width > height ? { width: long, height: short } : { width: short, height: long }
}

/** Adds a page with a centered image, scaled to fit inside margins in points. */
export function addImagePage(
  document: PDFDocument,
  image: PDFImage,
  { width, height }: { width: number; height: number },
  margin = 0,
): void {
  const box = image.scaleToFit(Math.max(1, width - 2 * margin), Math.max(1, height - 2 * margin))
  document
    .addPage([width, height])
    .drawImage(image, { x: (width - box.width) / 2, y: (height - box.height) / 2, ...box })
}
