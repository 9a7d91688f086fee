import { z } from 'zod'
import { MOST_POINTS } from '../../../contract/pdf-edits.ts'
import { SigningField } from '../../../contract/signing.ts'

const within = z.number().min(-MOST_POINTS).max(MOST_POINTS)
const length = z.number().positive().max(MOST_POINTS)

/**
 * What the last page shows and how far it is turned, as the operation `inspect` says it; its
 * corners lie where a signing field may be.
 */
export const LastPage = z
  .object({ x: within, y: within, width: length, height: length, rotation: z.literal([0, 90, 180, 270]) })
  .refine(({ x, y, width, height }) => x + width <= MOST_POINTS && y + height <= MOST_POINTS)
export type LastPage = z.infer<typeof LastPage>

/**
 * Points: the size of a signature field where there is room, the gap between two, and the distance
 * to the page's edge.
 */
const BOX = { width: 180, height: 48 } as const
const GAP = 12
const MARGIN = 36

/** A4 upright, for a PDF whose last page could not be measured. */
const A4: LastPage = { x: 0, y: 0, width: 595, height: 842, rotation: 0 }

/** Who signs, of those who have a part in a session. */
export const signersOf = <P extends { role?: string | undefined }>(people: readonly P[]) =>
  people.filter(({ role }) => role === 'signer')

type Rect = { x: number; y: number; width: number; height: number }

/**
 * A signature field for each signer, for a session that is sent without fields: side by side at the
 * foot of the last page as it is seen, in the order in which the signers are named.
 * @param pages Of the document.
 * @param measured What the last page shows; null where it could not be measured.
 */
export function signatureFields(
  signers: readonly { id: string }[],
  pages: number,
  measured: LastPage | null,
): SigningField[] {
  const page = measured ?? A4
  const boxes = boxesOn(page, signers.length)
  return signers.map(({ id: recipient_id }, at) =>
    SigningField.parse({
      id: crypto.randomUUID(),
      recipient_id,
      kind: 'signature',
      places: [{ page: pages, rect: toUserSpace(page, boxes[at] as Rect) }],
    }),
  )
}

const isTurned = ({ rotation }: LastPage) => rotation === 90 || rotation === 270

/**
 * Boxes on the page as it is seen, from its bottom left; rows are as low as they must be for all to
 * fit.
 */
function boxesOn(page: LastPage, count: number): Rect[] {
  const [width, height] = isTurned(page) ? [page.height, page.width] : [page.width, page.height]
  const margin = Math.min(MARGIN, width / 8, height / 8)
  const room = { width: width - 2 * margin, height: height - 2 * margin }
  const boxWidth = Math.min(BOX.width, room.width)
  const columns = Math.max(1, Math.floor((room.width + GAP) / (boxWidth + GAP)))
  const rows = Math.ceil(count / columns)
  const step = Math.min(BOX.height + GAP, room.height / rows)
  const boxHeight = step * (BOX.height / (BOX.height + GAP))
  return Array.from({ length: count }, (_, at) => ({
    x: margin + (at % columns) * (boxWidth + GAP),
    y: margin + (rows - 1 - Math.floor(at / columns)) * step,
    width: boxWidth,
    height: boxHeight,
  }))
}

/** A box of the page as it is seen, in the page's own user space. */
function toUserSpace(page: LastPage, { x, y, width, height }: Rect): Rect {
  const [right, top] = [x + width, y + height]
  const at = {
    0: { x, y, width, height },
    90: { x: page.width - top, y: x, width: height, height: width },
    180: { x: page.width - right, y: page.height - top, width, height },
    270: { x: y, y: page.height - right, width: height, height: width },
  }[page.rotation]
  const round = (value: number) => Math.round(value * 100) / 100
  return {
    x: round(page.x + at.x),
    y: round(page.y + at.y),
    width: round(at.width),
    height: round(at.height),
  }
}
