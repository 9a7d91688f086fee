import { textOf } from './chunks.ts'
import type { Block, Page, Paragraph, Style } from './model.ts'

const LARGER = 1.12
const MAX_LINES = 4
const MAX_LETTERS = 240
const MAX_BOLD_LETTERS = 120
const MAX_LEVELS = 6

/** Normalized bookmark titles with their level from 1. */
export type Titles = ReadonlyMap<string, number>

/** Normalizes text for comparison with bookmark titles: letters and digits only. */
export const compared = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The most frequent style of a document. */
export function bodyStyle(blocks: Iterable<Paragraph>): Style {
  const letters = new Map<Style, number>()
  for (const { runs } of blocks)
    for (const { style, text } of runs) letters.set(style, (letters.get(style) ?? 0) + text.length)
  const [most] = [...letters].sort((a, b) => b[1] - a[1])
  return most?.[0] ?? { font: 'Arial', size: 11, bold: false, italic: false, color: null }
}

/** Marks headings: paragraphs that tags or bookmarks name, otherwise larger or bold ones. */
export function markHeadings(
  pages: readonly { page: Page; headings: ReadonlyMap<number, number> }[],
  body: Style,
  titles: Titles,
): void {
  const guessed: Paragraph[] = []
  for (const { page, headings } of pages)
    for (const block of flow(page)) {
      if (block.kind !== 'paragraph') continue
      const text = textOf(block.runs)
      if (!/\p{L}/u.test(text) || text.length > MAX_LETTERS || block.lines > MAX_LINES) continue
      const level = headings.get(block.mark) ?? titles.get(compared(text)) ?? 0
      if (level > 0) block.heading = Math.min(MAX_LEVELS, level)
      else if (headings.size === 0 && isHeading(block, text, body)) guessed.push(block)
    }
  rank(guessed, body)
}

/** The blocks of a page in reading order. */
export function flow(page: Page): Block[] {
  return page.bands.flatMap(({ columns }) => columns.flat())
}

function isHeading(block: Paragraph, text: string, body: Style): boolean {
  const size = sizeOf(block)
  if (text.includes('\t')) return false
  if (size >= LARGER * body.size) return true
  if (body.bold || block.lines > 2 || text.length > MAX_BOLD_LETTERS || size < 0.95 * body.size) return false
  return block.runs.every(({ style }) => style.bold) && !/[.,;:!?]$/.test(text) && block.before > 0.2 * size
}

const sizeOf = ({ runs }: Paragraph): number =>
  Math.max(...runs.flatMap(({ style, script }) => (script ? [] : [style.size])), 1)

/** Ranks headings by size, then bold before regular. */
function rank(headings: readonly Paragraph[], body: Style): void {
  const key = (block: Paragraph) => {
    const size = Math.round(sizeOf(block))
    const bold = block.runs.every(({ style }) => style.bold)
    return 2 * size + (bold ? 1 : 0)
  }
  const keys = [...new Set(headings.map(key))].sort((a, b) => b - a)
  for (const block of headings) block.heading = Math.min(MAX_LEVELS, keys.indexOf(key(block)) + 1)
  // A page of large text has no headings.
  if (headings.length > 200 && headings.length > 0.8 * body.size * 100)
    for (const block of headings) block.heading = 0
}
