import { textOf } from './chunks.ts'
import { bodyStyle, flow, markHeadings, type Titles } from './headings.ts'
import { layoutPage } from './layout-page.ts'
import { type Line, linesOf } from './lines.ts'
import { markLists } from './lists.ts'
import type { Block, Box, DocumentModel, Page, Paragraph, Run } from './model.ts'
import type { PageParts } from './page-parts.ts'
import { joinLines } from './paragraphs.ts'
import { marginsOf, type PageLines, runningLines } from './running.ts'

/** Combines pages into a document. `titles` are its bookmarks' titles. */
export function documentOf(parts: readonly PageParts[], titles: Titles, title: string): DocumentModel {
  const lined = parts.map((page): PageLines => ({ ...page, lines: [...linesOf(page.chunks)] }))
  const running = runningLines(lined)
  const margins = marginsOf(lined.map(withTables(parts)), running.taken)
  const gone = new Set([...running.taken].flatMap(({ chunks }) => chunks))
  const pages = parts.map((page) => {
    const region: Box = {
      left: margins.left,
      top: margins.top,
      right: page.width - margins.right,
      bottom: page.height - margins.bottom,
    }
    return layoutPage({ ...page, chunks: page.chunks.filter((chunk) => !gone.has(chunk)) }, region)
  })
  const body = bodyStyle(paragraphsIn(pages.flatMap(flow)))
  markHeadings(
    pages.map((page, index) => ({ page, headings: parts[index]?.headings ?? new Map() })),
    body,
    titles,
  )
  let list = 0
  for (const block of [...columnsOf(pages), ...cellsOf(pages.flatMap(flow))]) markLists(block, () => ++list)
  for (const [index, page] of pages.entries()) page.breakBefore = endsEarly(pages[index - 1], margins.bottom)
  continueParagraphs(pages)
  const { header, footer, firstNumber } = running
  return { title, pages, header, footer, firstNumber, margins, body }
}

/** A page that ends this fraction of its height early ends intentionally. */
const EARLY = 0.12

function endsEarly(page: Page | undefined, margin: number): boolean {
  if (!page || page.bands.length === 0) return page !== undefined
  const bottom = Math.max(...page.bands.map(({ box }) => box.bottom))
  return bottom < page.height - margin - EARLY * page.height
}

/** Tables count as text for measuring margins. */
const withTables =
  (parts: readonly PageParts[]) =>
  (page: PageLines, index: number): PageLines => {
    const tables = parts[index]?.tables ?? []
    const lines = tables.map(({ grid }) => ({ box: grid.box }) as Line)
    return { ...page, lines: [...page.lines, ...lines] }
  }

/** All paragraphs, including those in tables. */
export function* paragraphsIn(blocks: Iterable<Block>): Generator<Paragraph> {
  for (const block of blocks) {
    if (block.kind === 'paragraph') yield block
    if (block.kind === 'table')
      for (const row of block.rows) for (const cell of row) if (cell) yield* paragraphsIn(cell.blocks)
  }
}

const columnsOf = (pages: readonly Page[]): Block[][] => {
  // A list may continue in the next column or page.
  const all = pages.flatMap(({ bands }) => bands.flatMap(({ columns }) => columns))
  return all
}

const cellsOf = (blocks: readonly Block[]): Block[][] =>
  blocks.flatMap((block) =>
    block.kind === 'table'
      ? block.rows.flatMap((row) => row.flatMap((cell) => (cell ? [cell.blocks] : [])))
      : [],
  )

/** Joins paragraphs that continue in the next column or page. */
function continueParagraphs(pages: readonly Page[]): void {
  let before: { paragraph: Paragraph; column: Block[] } | null = null
  for (const { bands, breakBefore } of pages) {
    if (breakBefore) before = null
    for (const { columns } of bands)
      for (const column of columns) {
        const [first] = column
        if (before && first?.kind === 'paragraph' && goesOn(before.paragraph, first)) {
          append(before.paragraph, first)
          column.shift()
          if (column.length === 0) continue
        }
        const last = column.at(-1)
        before = last?.kind === 'paragraph' ? { paragraph: last, column } : null
      }
  }
}

function goesOn(before: Paragraph, next: Paragraph): boolean {
  if (before.heading > 0 || next.heading > 0 || next.list || !before.full || before.rtl !== next.rtl)
    return false
  const [last, first] = [before.runs.at(-1), next.runs[0]]
  if (!last || !first || Math.abs(last.style.size - first.style.size) > 0.5) return false
  return /^\p{Ll}/u.test(textOf(next.runs)) && !/[.!?:]$/.test(textOf(before.runs))
}

function append(before: Paragraph, next: Paragraph): void {
  const last = before.runs.at(-1)
  const runs: Run[] = next.runs
  if (last) joinLines(last, { text: textOf(runs), runs })
  before.runs.push(...runs)
  before.full = next.full
}
