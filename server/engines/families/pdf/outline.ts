import { type PdfDocument, type Pdfium, readText } from './pdfium.ts'
import type { Qpdf } from './qpdf.ts'
import { type Dictionary, readStructure, text, writeStructure } from './structure.ts'

/** A bookmark. `page` counts from 0; null if its target isn't in this document. */
export interface Bookmark {
  title: string
  page: number | null
  children: Bookmark[]
}

/** A file may have endless or circular bookmarks. */
const MAX_BOOKMARKS = 10_000
const MAX_DEPTH = 20

/** Reads the bookmarks of a document. */
export function readOutline(pdfium: Pdfium, document: PdfDocument): Bookmark[] {
  const seen = new Set<number>()
  const pageOf = (bookmark: number): number | null => {
    const target =
      pdfium.FPDFBookmark_GetDest(document.handle, bookmark) ||
      pdfium.FPDFAction_GetDest(document.handle, pdfium.FPDFBookmark_GetAction(bookmark))
    const page = target ? pdfium.FPDFDest_GetDestPageIndex(document.handle, target) : -1
    return page >= 0 && page < document.pages ? page : null
  }
  const level = (parent: number, depth: number): Bookmark[] => {
    const bookmarks: Bookmark[] = []
    let one = depth < MAX_DEPTH ? pdfium.FPDFBookmark_GetFirstChild(document.handle, parent) : 0
    while (one && !seen.has(one) && seen.size < MAX_BOOKMARKS) {
      seen.add(one)
      const bookmark = one
      const title = readText(pdfium, (at, length) => pdfium.FPDFBookmark_GetTitle(bookmark, at, length))
      bookmarks.push({ title: title.slice(0, 1000), page: pageOf(one), children: level(one, depth + 1) })
      one = pdfium.FPDFBookmark_GetNextSibling(document.handle, one)
    }
    return bookmarks
  }
  return level(0, 0)
}

/** The number of bookmarks on all levels. */
export function countBookmarks(bookmarks: readonly Bookmark[]): number {
  return bookmarks.reduce((sum, { children }) => sum + 1 + countBookmarks(children), 0)
}

/** Maps the bookmarks' pages with `move`; drops those whose page is gone unless a child remains. */
export function moveOutline(
  bookmarks: readonly Bookmark[],
  move: (page: number) => number | undefined,
): Bookmark[] {
  return bookmarks.flatMap(({ title, page, children }) => {
    const below = moveOutline(children, move)
    const to = page === null ? null : (move(page) ?? null)
    return to === null && below.length === 0 ? [] : [{ title, page: to, children: below }]
  })
}

/** Replaces the bookmarks of a PDF. */
export async function writeOutline(
  qpdf: Qpdf,
  bytes: Uint8Array,
  bookmarks: readonly Bookmark[],
): Promise<Uint8Array> {
  const structure = await readStructure(qpdf, bytes)
  const { catalog, pages } = structure
  if (bookmarks.length === 0 && !('/Outlines' in catalog)) return bytes
  delete catalog['/Outlines']
  const objects: Record<string, Dictionary> = {}
  const reference = () => `${structure.next++} 0 R`
  const place = (list: readonly Bookmark[], parent: string): Dictionary => {
    const references = list.map(reference)
    for (const [index, { title, page, children }] of list.entries()) {
      const own = references[index] ?? ''
      const target = page === null ? undefined : pages[page]
      objects[own] = {
        '/Title': text(title),
        '/Parent': parent,
        ...(target ? { '/Dest': [target, '/Fit'] } : {}),
        ...(index > 0 ? { '/Prev': references[index - 1] ?? '' } : {}),
        ...(index < list.length - 1 ? { '/Next': references[index + 1] ?? '' } : {}),
        // A negative count keeps the children collapsed.
        ...(children.length > 0 ? { ...place(children, own), '/Count': -children.length } : {}),
      }
    }
    return { '/First': references[0] ?? '', '/Last': references.at(-1) ?? '' }
  }
  if (bookmarks.length > 0) {
    const root = reference()
    objects[root] = { '/Type': '/Outlines', ...place(bookmarks, root), '/Count': bookmarks.length }
    catalog['/Outlines'] = root
  }
  return await writeStructure(qpdf, bytes, structure, objects)
}
