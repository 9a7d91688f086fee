import { around, widthOf } from './geometry.ts'
import type { Line } from './lines.ts'
import type { RunningLine, RunningPart } from './model.ts'

/** The lines of a page for header and footer detection. */
export interface PageLines {
  index: number
  width: number
  height: number
  label: string
  lines: Line[]
}

export interface Running {
  header: RunningLine[]
  footer: RunningLine[]
  firstNumber: number
  /** Lines that belong to the header or footer. */
  taken: ReadonlySet<Line>
}

/** The top and bottom fraction of a page that is searched for headers and footers. */
const ZONE = 0.14
const FEWEST_PAGES = 2
/** The fraction of pages that must share a header or footer line. */
const MOST = 0.6
const NEAR = 4
/** The fraction of lines that must end at a text margin. */
const ENOUGH = 0.06

/** Detects header and footer lines with their page numbers. */
export function runningLines(pages: readonly PageLines[]): Running {
  const taken = new Set<Line>()
  const header: RunningLine[] = []
  const footer: RunningLine[] = []
  let firstNumber = 1
  const groups = new Map<string, { page: PageLines; line: Line }[]>()
  for (const page of pages)
    for (const line of page.lines) {
      const zone = zoneOf(line, page)
      if (!zone) continue
      const key = `${zone} ${Math.round(line.baseline / NEAR)} ${masked(line.text)}`
      groups.set(key, [...(groups.get(key) ?? []), { page, line }])
    }
  const found = [...groups].filter(([, group]) => {
    const count = new Set(group.map(({ page }) => page.index)).size
    const repeated = count >= Math.max(FEWEST_PAGES, MOST * pages.length)
    return (repeated && numbersFit(group)) || (pages.length === 1 && isNumberAlone(group[0]))
  })
  if (leavesNothing(pages, new Set(found.flatMap(([, group]) => group.map(({ line }) => line)))))
    return { header, footer, firstNumber, taken }
  found.sort((a, b) => (a[1][0]?.line.baseline ?? 0) - (b[1][0]?.line.baseline ?? 0))
  for (const [key, group] of found) {
    for (const { line } of group) taken.add(line)
    const [first] = group
    if (!first) continue
    const { line, number } = runningLine(first.line, first.page, pages.length)
    if (number !== null) firstNumber = Math.max(0, number - first.page.index)
    if (key.startsWith('top')) header.push(line)
    else footer.push(line)
  }
  return { header, footer, firstNumber, taken }
}

/** Whether a page would have no text without these lines; then they are its text. */
const leavesNothing = (pages: readonly PageLines[], lines: ReadonlySet<Line>): boolean =>
  pages.some((page) => page.lines.length > 0 && page.lines.every((line) => lines.has(line)))

function zoneOf({ box }: Line, { height }: PageLines): 'top' | 'bottom' | null {
  if (box.bottom < ZONE * height) return 'top'
  return box.top > (1 - ZONE) * height ? 'bottom' : null
}

const masked = (text: string): string =>
  text
    .replace(/\d+/g, '#')
    .replace(/^[ivxlc]+$/, '#')
    .trim()

/** Whether a line is only its page number. */
const isNumberAlone = (found: { page: PageLines; line: Line } | undefined): boolean =>
  found !== undefined && found.line.text.trim() === String(found.page.index + 1)

/** Numbers in a repeated line must be constant or count the pages. */
function numbersFit(group: readonly { page: PageLines; line: Line }[]): boolean {
  const rows = group.map(({ page, line }) => ({
    index: page.index,
    numbers: [...line.text.matchAll(/\d+/g)].map(([word]) => Number(word)),
  }))
  const [first] = rows
  if (!first) return false
  return first.numbers.every((value, place) => {
    const same = rows.every(({ numbers }) => numbers[place] === value)
    return same || rows.every(({ index, numbers }) => (numbers[place] ?? -1) - index === value - first.index)
  })
}

/** A repeated line with fields for the page number and the number of pages. */
function runningLine(
  line: Line,
  page: PageLines,
  total: number,
): { line: RunningLine; number: number | null } {
  const parts: RunningPart[] = []
  let number: number | null = null
  for (const run of line.runs) {
    for (const piece of run.text.split(/(\d+)/)) {
      const value = /^\d+$/.test(piece) ? Number(piece) : null
      const isOwn = value !== null && number === null && isPageNumber(value, page, line.text)
      if (isOwn) {
        number = value
        parts.push({ field: 'page', style: run.style })
      } else if (value !== null && value === total && number !== null)
        parts.push({ field: 'pages', style: run.style })
      else if (piece !== '') parts.push({ ...run, text: piece })
    }
  }
  return { line: { parts, align: alignOf(line, page) }, number }
}

const isPageNumber = (value: number, page: PageLines, text: string): boolean =>
  value === page.index + 1 || String(value) === page.label || text.trim() === String(value)

function alignOf({ box }: Line, { width }: PageLines): RunningLine['align'] {
  const middle = (box.left + box.right) / 2
  if (Math.abs(middle - width / 2) < 0.04 * width) return 'center'
  return middle > width / 2 && widthOf(box) < width / 2 ? 'right' : 'left'
}

const withinReason = (margin: number): number => Math.min(144, Math.max(18, margin))

/** The outermost edge with enough lines; ignores outliers. */
function usualEdge(edges: readonly number[]): number {
  const sorted = edges.toSorted((a, b) => a - b)
  const enough = Math.max(1, ENOUGH * sorted.length)
  const found = sorted.findIndex((edge, index) => {
    const end = sorted.findIndex((other, place) => place > index && other > edge + NEAR)
    return (end < 0 ? sorted.length : end) - index >= enough
  })
  return sorted[found] ?? sorted[0] ?? 72
}

/** The page margins in points, within the limits of a document. */
export function marginsOf(pages: readonly PageLines[], taken: ReadonlySet<Line>) {
  const margins = { top: 72, right: 72, bottom: 72, left: 72 }
  const lefts: number[] = []
  const rights: number[] = []
  const boxes = pages.flatMap(({ width, height, lines }) => {
    const own = lines.filter((line) => !taken.has(line))
    lefts.push(...own.map(({ box }) => box.left))
    rights.push(...own.map(({ box }) => width - box.right))
    return own.length === 0 ? [] : [{ width, height, box: around(own.map(({ box }) => box)) }]
  })
  if (boxes.length === 0) return margins
  const least = (values: number[]) => {
    const sorted = values.sort((a, b) => a - b)
    // A page may have an outlier at its edge.
    const value = sorted[Math.floor(sorted.length / 10)] ?? 72
    return withinReason(value)
  }
  margins.left = withinReason(usualEdge(lefts))
  margins.right = withinReason(usualEdge(rights))
  margins.top = least(boxes.map(({ box }) => box.top))
  margins.bottom = Math.min(90, least(boxes.map(({ box, height }) => height - box.bottom)))
  return margins
}
