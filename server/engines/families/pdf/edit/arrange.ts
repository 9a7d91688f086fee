import { EngineFailure } from '../../../kernel/engine.ts'
import { sentence } from '../../../kernel/sentence.ts'
import { type Bookmark, moveOutline, readOutline, writeOutline } from '../outline.ts'
import { orderOf, pagesOf } from '../page-range.ts'
import { withPdf } from '../pdfium.ts'
import { rangeOf, rewrite } from '../qpdf.ts'
import type { Edited, PdfToolkit, Source } from '../toolkit.ts'

/** Extracts pages of a document in the given order, with the bookmarks to them. */
async function takePages(toolkit: PdfToolkit, source: Source, pages: readonly number[]): Promise<Uint8Array> {
  const outline = outlineOf(toolkit, source)
  return await cutPages(toolkit, await withoutOutline(toolkit, source.bytes), pages, outline)
}

/**
 * The same for a file whose bookmarks were already read (`outline`): for several cuts of a
 * document.
 */
export async function cutPages(
  toolkit: PdfToolkit,
  bare: Uint8Array,
  pages: readonly number[],
  outline: readonly Bookmark[],
): Promise<Uint8Array> {
  const bytes = await rewrite(
    toolkit.qpdf,
    ['/source.pdf', '--pages', '.', rangeOf(pages), '--', '/result.pdf'],
    { 'source.pdf': bare },
  )
  return await withBookmarks(toolkit, bytes, pages, outline)
}

/** Writes the bookmarks of a document to a file that holds only these of its pages. */
export async function withBookmarks(
  toolkit: PdfToolkit,
  bytes: Uint8Array,
  pages: readonly number[],
  outline: readonly Bookmark[],
): Promise<Uint8Array> {
  const places = new Map(pages.map((page, index) => [page, index]))
  const moved = moveOutline(outline, (page) => places.get(page))
  return moved.length > 0 ? await writeOutline(toolkit.qpdf, bytes, moved) : bytes
}

export const withoutOutline = (toolkit: PdfToolkit, bytes: Uint8Array): Promise<Uint8Array> =>
  writeOutline(toolkit.qpdf, bytes, [])

export function outlineOf(toolkit: PdfToolkit, { bytes }: Source): Bookmark[] {
  return withPdf(toolkit, bytes, (document) => readOutline(toolkit.pdfium, document))
}

export async function extractPages(
  toolkit: PdfToolkit,
  source: Source,
  options: { pages: string },
): Promise<Edited> {
  const pages = orderOf(options.pages, source.pages)
  return { bytes: await takePages(toolkit, source, pages), pages: pages.length, warnings: [] }
}

export async function deletePages(
  toolkit: PdfToolkit,
  source: Source,
  options: { pages: string },
): Promise<Edited> {
  if (options.pages.trim() === '')
    throw new EngineFailure('option_refused', sentence`Say which pages to delete, for example 2 or 4-6.`)
  const gone = new Set(pagesOf(options.pages, source.pages))
  const pages = all(source).filter((page) => !gone.has(page))
  if (pages.length === 0)
    throw new EngineFailure('option_refused', sentence`That would delete every page. Leave at least one.`)
  return { bytes: await takePages(toolkit, source, pages), pages: pages.length, warnings: [] }
}

/** Pages that the order doesn't name are appended in their original order. */
export async function reorderPages(
  toolkit: PdfToolkit,
  source: Source,
  options: { order: string; reverse: boolean },
): Promise<Edited> {
  const named = options.order.trim() === '' ? [] : [...new Set(orderOf(options.order, source.pages))]
  const order = [...new Set([...named, ...all(source)])]
  if (options.reverse) order.reverse()
  return { bytes: await takePages(toolkit, source, order), pages: order.length, warnings: [] }
}

export async function rotatePages(
  toolkit: PdfToolkit,
  source: Source,
  options: { pages: string; angle: number },
): Promise<Edited> {
  const range = rangeOf(pagesOf(options.pages, source.pages).toSorted((a, b) => a - b))
  const bytes = await rewrite(
    toolkit.qpdf,
    ['/source.pdf', `--rotate=+${options.angle}:${range}`, '/result.pdf'],
    { 'source.pdf': source.bytes },
  )
  return { bytes, pages: source.pages, warnings: [] }
}

const all = ({ pages }: Source): number[] => Array.from({ length: pages }, (_, index) => index)
