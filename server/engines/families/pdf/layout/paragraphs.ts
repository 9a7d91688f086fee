import { addText } from './chunks.ts'
import { around, quantile, widthOf } from './geometry.ts'
import type { Line } from './lines.ts'
import { markerOf } from './list-markers.ts'
import type { Box, Paragraph, Run } from './model.ts'

/** Maximum line pitch within a paragraph in font sizes; above it, the upper line must be full. */
const FAR = 1.75
/** A full line may end this many font sizes before the edge. */
const SHORT_OF_FULL = 0.7
/** The default ratio of line height to font size. */
export const NATURAL = 1.17

/** The paragraphs of a column with the edges of `column`. */
export function paragraphsOf(lines: readonly Line[], column: Box): Paragraph[] {
  const pitch = usualPitch(lines)
  const groups: Line[][] = []
  for (const line of lines) {
    const group = groups.at(-1)
    if (group && goesOn(group, line, column, pitch)) group.push(line)
    else groups.push([line])
  }
  let foot: number | null = null
  return groups.map((group) => {
    const made = paragraphOf(group, column, foot)
    foot = group.at(-1)?.baseline ?? foot
    return made
  })
}

/** The most frequent line pitch, in font sizes. */
function usualPitch(lines: readonly Line[]): number {
  const pitches = lines.flatMap((line, index) => {
    const before = lines[index - 1]
    const pitch = before ? (line.baseline - before.baseline) / Math.max(1, line.size) : 0
    return pitch > 0.8 && pitch < 3 ? [pitch] : []
  })
  return pitches.length > 0 ? quantile(pitches, 0.4) : 1.2
}

function goesOn(group: readonly Line[], line: Line, column: Box, usual: number): boolean {
  const before = group.at(-1)
  const first = group[0]
  if (!before || !first) return false
  const size = Math.max(line.size, before.size)
  const pitch = (line.baseline - before.baseline) / size
  if (pitch > Math.max(1.25 * usual, 1.25) || pitch > Math.max(FAR, 1.1 * usual)) return false
  if (Math.abs(line.size - before.size) > 0.08 * size) return false
  if (isBold(line) !== isBold(before) && (isBold(before) || isBold(line)) && !isFull(before, line, column))
    return false
  if (line.rtl !== before.rtl || line.text.includes('\t') || before.text.includes('\t')) return false
  if (markerOf(line.text)) return false
  const marked = markerOf(first.text) !== null
  if (marked && line.box.left < first.box.left + 0.5) return group.length > 1 && isFull(before, line, column)
  if (isCentred(before, column) && isCentred(line, column) && !spans(before, column)) return true
  // An indented line starts a paragraph, unless it hangs below a marker.
  const start = line.rtl ? before.box.right - line.box.right : line.box.left - before.box.left
  if (
    start > 0.7 * size &&
    !(group.length === 1 && (marked || start > 1.5 * size) && isFull(before, line, column))
  )
    return false
  return isFull(before, line, column)
}

/** Whether the next line's first word would not have fit on this line. */
function isFull(line: Line, next: Line, column: Box): boolean {
  const word = next.text.trimStart().split(' ')[0] ?? ''
  const room = line.rtl ? line.box.left - column.left : column.right - line.box.right
  const width = (widthOf(next.box) / Math.max(1, next.text.length)) * word.length
  return room < width + SHORT_OF_FULL * line.size
}

const isBold = (line: Line): boolean => line.runs.every(({ style }) => style.bold)

/** Whether a line spans its column. */
const spans = (line: Line, column: Box): boolean =>
  line.box.left - column.left < line.size && column.right - line.box.right < line.size

function isCentred(line: Line, column: Box): boolean {
  const [left, right] = [line.box.left - column.left, column.right - line.box.right]
  return left > line.size && Math.abs(left - right) < Math.max(3, 0.05 * widthOf(column))
}

function paragraphOf(lines: readonly Line[], column: Box, foot: number | null): Paragraph {
  const box = around(lines.map((line) => line.box))
  const first = lines[0]
  const last = lines.at(-1)
  const rtl = (first?.rtl ?? false) === true
  const rest = lines.slice(1)
  const edge = (line: Line) => (rtl ? column.right - line.box.right : line.box.left - column.left)
  const hanging = rest.length > 0 ? Math.min(...rest.map(edge)) : first ? edge(first) : 0
  const align = alignmentOf(lines, column)
  const pitch = first && last && rest.length > 0 ? (last.baseline - first.baseline) / rest.length : 0
  const { size = 10 } = first ?? {}
  const height = pitch || NATURAL * size
  const shifted = align === 'left' || align === 'justify'
  return {
    kind: 'paragraph',
    runs: joined(lines),
    box,
    align,
    rtl,
    indent: shifted ? tidy(hanging, size) : 0,
    firstLine: shifted && first && rest.length > 0 ? tidy(edge(first) - hanging, size) : 0,
    before: foot === null || !first ? 0 : Math.max(0, first.baseline - foot - height),
    pitch,
    lines: lines.length,
    heading: 0,
    list: null,
    mark: first?.mark ?? -1,
    tabs: (first?.tabs ?? []).map((x) => (rtl ? column.right - x : x - column.left)),
    full: last !== undefined && spans(last, column),
  }
}

/** Ignores less than half a font size: glyphs have side bearings. */
const tidy = (points: number, size: number): number => (Math.abs(points) < 0.5 * size ? 0 : points)

function alignmentOf(lines: readonly Line[], column: Box): Paragraph['align'] {
  const body = lines.slice(0, -1)
  const justified =
    body.length > 1 && body.slice(1).every((line) => column.right - line.box.right < 1.5) && lines.length > 2
  if (justified && body.slice(1).every((line) => Math.abs(line.box.left - (body[1]?.box.left ?? 0)) < 1.5))
    return 'justify'
  if (lines.every((line) => isCentred(line, column) || (lines.length > 1 && spans(line, column)))) {
    if (lines.some((line) => !spans(line, column))) return 'center'
  }
  const away = lines.every(
    (line) =>
      column.right - line.box.right < 2 && line.box.left - column.left > Math.max(30, 0.35 * widthOf(column)),
  )
  return away && lines[0]?.rtl !== true ? 'right' : 'left'
}

/** Joins the text of lines and removes line-end hyphens. */
function joined(lines: readonly Line[]): Run[] {
  const runs: Run[] = []
  for (const [index, line] of lines.entries()) {
    const before = runs.at(-1)
    if (index > 0 && before) joinLines(before, line)
    for (const run of line.runs) addText(runs, run)
  }
  for (const run of runs) run.text = run.text.replaceAll('\u00ad', '-')
  return runs
}

/** Adapts the end of a run to the following line. */
export function joinLines(before: Run, line: { text: string; runs: readonly Run[] }): void {
  if (before.text.endsWith('\u00ad')) before.text = before.text.slice(0, -1)
  else if (/\p{L}-$/u.test(before.text) && /^\p{Ll}/u.test(line.text) && !/-\p{L}+-$/u.test(before.text))
    before.text = before.text.slice(0, -1)
  else if (!(WITHOUT_SPACES.test(before.text.slice(-1)) && WITHOUT_SPACES.test(line.text.slice(0, 1))))
    before.text += ' '
}

/** Scripts without spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\u3000-\u303f\uff00-\uffef]/u
