import { EngineFailure } from '../../engine.ts'
import type { Report } from '../../protocol.ts'
import type { Bench, Source } from '../bench.ts'
import type { Bookmark } from '../outline.ts'
import { orderOf } from '../page-range.ts'
import { outlineOf, takePages } from './arrange.ts'

export interface SplitOptions {
  by: 'pages' | 'ranges' | 'bookmarks'
  every: number
  ranges: string
}

/** One of the files that a document is split into; its name is for the archive. */
export interface Part {
  name: string
  bytes: Uint8Array
  pages: number
}

const MAX_PARTS = 1000

/** Splits a document, one part after the other. */
export async function* splitPdf(
  bench: Bench,
  source: Source,
  options: SplitOptions,
  report: Report,
): AsyncGenerator<Part> {
  const outline = outlineOf(bench, source)
  const parts = partsOf(source.pages, options, outline)
  if (parts.length > MAX_PARTS) {
    throw new EngineFailure(
      'option_refused',
      `That would be ${parts.length} files, and at most ${MAX_PARTS} are made at once. Put more pages into each.`,
    )
  }
  const digits = String(parts.length).length
  for (const [index, pages] of parts.entries()) {
    report(`Writing part ${index + 1} of ${parts.length}`, index / parts.length)
    const bytes = await takePages(bench, source, pages, outline)
    const first = Math.min(...pages) + 1
    const last = Math.max(...pages) + 1
    const name = `${String(index + 1).padStart(digits, '0')}-${first === last ? `page-${first}` : `pages-${first}-${last}`}.pdf`
    yield { name, bytes, pages: pages.length }
  }
}

function partsOf(total: number, options: SplitOptions, outline: readonly Bookmark[]): number[][] {
  if (options.by === 'ranges') {
    if (options.ranges.trim() === '')
      throw new EngineFailure('option_refused', 'Say which pages go into each file, for example 1-3,4-6.')
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
      'The PDF has no bookmarks that lead to a page. Split it by pages instead.',
    )
  }
  // What stands before the first bookmark is a part as well.
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
