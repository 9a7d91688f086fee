import { heap, type PdfDocument, type Pdfium, withMemory } from '../pdfium.ts'
import { type Matrix, sound, transformed } from './frame.ts'
import { centredIn } from './geometry.ts'
import type { Box, Glyph } from './model.ts'

const MAX_LINKS = 2000
const MAX_ADDRESS = 2048
/** Allowed link targets. */
const ALLOWED = /^(https?:\/\/|mailto:)[^\s<>"]+$/i

interface Link {
  box: Box
  address: string
}

/** Sets the URL of characters below link annotations. */
export function addLinks(
  pdfium: Pdfium,
  document: PdfDocument,
  page: number,
  display: Matrix,
  glyphs: readonly Glyph[],
): void {
  const links = readLinks(pdfium, document, page, display)
  if (links.length === 0) return
  for (const glyph of glyphs) glyph.link = links.find(({ box }) => centredIn(glyph.box, box))?.address ?? null
}

function readLinks(pdfium: Pdfium, document: PdfDocument, page: number, display: Matrix): Link[] {
  return withMemory(pdfium, MAX_ADDRESS, (at) => {
    const links: Link[] = []
    const view = () => new DataView(heap(pdfium).buffer, at, 16)
    view().setInt32(0, 0, true)
    for (let seen = 0; seen < MAX_LINKS; seen++) {
      if (!pdfium.FPDFLink_Enumerate(page, at, at + 4)) break
      const next = view().getInt32(0, true)
      const link = view().getUint32(4, true)
      if (pdfium.FPDFLink_GetAnnotRect(link, at)) {
        const [left = 0, top = 0, right = 0, bottom = 0] = [0, 4, 8, 12].map((offset) =>
          view().getFloat32(offset, true),
        )
        const box = transformed(display, { left, top, right, bottom })
        const address = addressOf(pdfium, document, link, at)
        if (address !== null && sound(box.left, box.top, box.right, box.bottom)) links.push({ box, address })
      }
      view().setInt32(0, next, true)
    }
    return links
  })
}

function addressOf(pdfium: Pdfium, { handle }: PdfDocument, link: number, at: number): string | null {
  const action = pdfium.FPDFLink_GetAction(link)
  if (!action) return null
  const length = pdfium.FPDFAction_GetURIPath(handle, action, at, MAX_ADDRESS)
  if (length <= 1 || length > MAX_ADDRESS) return null
  const address = Buffer.from(heap(pdfium).slice(at, at + length - 1)).toString('utf8')
  return ALLOWED.test(address) ? address : null
}
