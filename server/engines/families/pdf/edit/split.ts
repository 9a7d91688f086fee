import { EngineFailure } from '../../../kernel/engine.ts'
import type { Report } from '../../../kernel/protocol.ts'
import { sentence } from '../../../kernel/sentence.ts'
import type { Bookmark } from '../outline.ts'
import { orderOf } from '../page-range.ts'
import { QpdfError, rangeOf } from '../qpdf.ts'
import type { PdfToolkit, Source } from '../toolkit.ts'
import { cutPages, outlineOf, withBookmarks, withoutOutline } from './arrange.ts'

export interface SplitOptions {
  by: 'pages' | 'ranges' | 'bookmarks'
  every: number
  ranges: string
}

/** A part of a split document; its name is for the archive. */
export interface Part {
  name: string
  bytes: Uint8Array
  pages: number
}

const MAX_PARTS = 1000

/** Splits a document and yields its parts. */
export async function* splitPdf(
  toolkit: PdfToolkit,
  source: Source,
  options: SplitOptions,
  report: Report,
): AsyncGenerator<Part> {
  const outline = outlineOf(toolkit, source)
  const parts = partsOf(source.pages, options, outline)
  if (parts.length > MAX_PARTS) {
    throw new EngineFailure(
      'option_refused',
      sentence`That would be ${parts.length} files, and at most ${MAX_PARTS} are made at once. Put more pages into each.`,
    )
  }
  const bare = await withoutOutline(toolkit, source.bytes)
  const digits = String(parts.length).length
  const cut =
    options.by === 'pages'
      ? cutEvenly(toolkit, bare, parts, options.every, outline)
      : cutEach(toolkit, bare, parts, outline)
  let number = 0
  for await (const { pages, bytes } of cut) {
    report(sentence`Writing part ${++number} of ${parts.length}`, (number - 1) / parts.length)
    // A part is a gapless ascending or descending range.
    const [first, last] = [pages[0] ?? 0, pages.at(-1) ?? 0].map((page) => page + 1).sort((a, b) => a - b)
    const range = first === last ? `page-${first}` : `pages-${first}-${last}`
    yield { name: `${String(number).padStart(digits, '0')}-${range}.pdf`, bytes, pages: pages.length }
  }
}

interface Cut {
  pages: number[]
  bytes: Uint8Array
}

async function* cutEach(
  toolkit: PdfToolkit,
  bare: Uint8Array,
  parts: readonly number[][],
  outline: readonly Bookmark[],
): AsyncGenerator<Cut> {
  for (const pages of parts) yield { pages, bytes: await cutPages(toolkit, bare, pages, outline) }
}

/**
 * Parts per qpdf run: parsing a long document for each page would take far longer than writing it.
 */
const AT_ONCE = 50

async function* cutEvenly(
  toolkit: PdfToolkit,
  bare: Uint8Array,
  parts: readonly number[][],
  every: number,
  outline: readonly Bookmark[],
): AsyncGenerator<Cut> {
  for (let start = 0; start < parts.length; start += AT_ONCE) {
    const group = parts.slice(start, start + AT_ONCE)
    const range = rangeOf(group.flat())
    const files = await toolkit.qpdf(
      ['/source.pdf', '--pages', '.', range, '--', `--split-pages=${every}`, '/part-%d.pdf'],
      { 'source.pdf': bare },
    )
    const names = Object.keys(files).sort((a, b) => firstNumber(a) - firstNumber(b))
    for (const [index, pages] of group.entries()) {
      const bytes = files[names[index] ?? '']
      if (!bytes) throw new QpdfError('a part is missing')
      yield { pages, bytes: await withBookmarks(toolkit, bytes, pages, outline) }
    }
  }
}

/** `part-04-06.pdf` → 4 */
const firstNumber = (name: string): number => Number(/\d+/.exec(name)?.[0] ?? 0)

function partsOf(total: number, options: SplitOptions, outline: readonly Bookmark[]): number[][] {
  if (options.by === 'ranges') {
    if (options.ranges.trim() === '')
      throw new EngineFailure(
        'option_refused',
        sentence`Say which pages go into each file, for example 1-3,4-6.`,
      )
    return options.ranges.split(',').map((range) => orderOf(range, total))
  }
  if (options.by === 'pages')
    return between(
      Array.from({ length: Math.ceil(total / options.every) }, (_, index) => index * options.every),
      total,
    )
  const starts = outline.map(({ page }) => page).filter((page) => page !== null)
  if (starts.length === 0) {
    throw new EngineFailure(
      'option_refused',
      sentence`The PDF has no bookmarks that lead to a page. Split it by pages instead.`,
    )
  }
  // The pages before the first bookmark are a part too.
  return between(
    [...new Set([0, ...starts])].toSorted((a, b) => a - b),
    total,
  )
}

/** The pages from each start to the next. */
function between(starts: readonly number[], total: number): number[][] {
  return starts.map((start, index) =>
    Array.from({ length: (starts[index + 1] ?? total) - start }, (_, offset) => start + offset),
  )
}
