import { z } from 'zod'
import type { PdfRect } from '../../../contract/pdf-edits.ts'

const points = z.number()

/**
 * What pages show, as the operation `inspect` says it: each page that differs from the one before.
 */
export const PageBoxes = z.object({
  page_boxes: z
    .array(z.object({ page: z.int().min(1), x: points, y: points, width: points, height: points }))
    .catch([]),
  pages_looked_at: z.int().min(0).catch(0),
})
type Inspected = z.infer<typeof PageBoxes>

/** Of a page, in its own user space; null where it was not measured. */
export type BoxOfPage = (page: number) => PdfRect | null

export const boxOfPage =
  ({ page_boxes, pages_looked_at }: Inspected): BoxOfPage =>
  (page) =>
    page <= pages_looked_at ? (page_boxes.findLast((box) => box.page <= page) ?? null) : null

/** Points: what is smaller is not seen by a reader of the document. */
const LEAST = 4
/** Points by which a field of the PDF's own form may pass the edge, as programs round them. */
const SLACK = 1

/** What is wrong with a place on a page; null where nothing is. */
export function faultOfPlace(
  { page, rect }: { page: number; rect: PdfRect },
  boxOf: BoxOfPage,
): string | null {
  if (rect.width < LEAST || rect.height < LEAST)
    return `is too small to be seen on page ${page}. Make it at least ${LEAST} points wide and high.`
  const box = boxOf(page)
  const isWithin =
    box === null ||
    (rect.x >= box.x - SLACK &&
      rect.y >= box.y - SLACK &&
      rect.x + rect.width <= box.x + box.width + SLACK &&
      rect.y + rect.height <= box.y + box.height + SLACK)
  return isWithin ? null : `is not within what is seen of page ${page}. Move it onto the page.`
}
