import { freeBetween, heightOf, intersect, quantile, type Span, strips, widthOf } from './geometry.ts'
import type { Box, Chunk } from './model.ts'

/** Minimum rows and columns of a table without lines, to avoid false positives. */
const FEWEST_ROWS = 3
const FEWEST_ROWS_OF_TWO = 4
/** Edges within this many points are aligned. */
const ALIGNED = 3
/** The fraction of rows that must be aligned and have text in most columns. */
const MOST = 0.8
/** Minimum gap between columns, in text heights. */
const GAP = 0.9
/** Distance between a cell's edge and its text, in points. */
const BEFORE = 3
const LETTERS_OF_A_CELL = 60

/** A table without lines: the chunks of its cells by row and column. */
export interface Alignment {
  box: Box
  /** The left edge of each column, and the right edge of the last. */
  xs: number[]
  rows: Chunk[][][]
  /** The alignment of each column. */
  sides: Side[]
}

type Side = 'left' | 'right' | 'center'

/** Detects tables in one column of a page; the rest is text. */
export function alignmentsOf(chunks: readonly Chunk[]): Alignment[] {
  const rows = strips(chunks)
  const found: Alignment[] = []
  let at = 0
  while (at < rows.length) {
    const table = tableFrom(rows, at)
    if (table) found.push(table.alignment)
    at = table ? table.next : at + 1
  }
  return found
}

function tableFrom(rows: readonly Chunk[][], start: number): { alignment: Alignment; next: number } | null {
  if ((rows[start]?.length ?? 0) < 2) return null
  let end = start
  while (end < rows.length && isRow(rows[end - 1] ?? [], rows[end] ?? [], end > start)) end++
  // Text below a table may start like a row.
  for (let next = end; next - start >= FEWEST_ROWS; next--) {
    const alignment = aligned(rows.slice(start, next))
    if (alignment) return { alignment, next }
    if (end - next > 3) return null
  }
  return null
}

/** Whether a row continues a table: it has several chunks, or is the second line of a cell. */
function isRow(before: readonly Chunk[], row: readonly Chunk[], inside: boolean): boolean {
  if (!inside) return row.length >= 2
  const size = Math.max(...row.map((chunk) => chunk.size))
  const bottom = Math.max(...before.map(({ box }) => box.bottom))
  const top = Math.min(...row.map(({ box }) => box.top))
  if (top - bottom > 2.5 * size) return false
  return row.length >= 2 || (row[0]?.box.left ?? 0) > Math.min(...before.map(({ box }) => box.left)) + size
}

function aligned(rows: readonly Chunk[][]): Alignment | null {
  const all = rows.flat()
  const edges: Span = [
    Math.min(...all.map(({ box }) => box.left)),
    Math.max(...all.map(({ box }) => box.right)),
  ]
  const size = quantile(
    all.map((chunk) => chunk.size),
    0.5,
  )
  let rivers: Span[] = [edges]
  for (const row of rows)
    rivers = intersect(
      rivers,
      freeBetween(
        row.map(({ box }) => box),
        edges,
      ),
    ).filter(([from, to]) => to - from > GAP * size)
  const inside = rivers.filter(([from, to]) => from > edges[0] && to < edges[1])
  // Cells start shortly before their text, where most columns are aligned.
  const xs = [edges[0], ...inside.map(([from, to]) => Math.max((from + to) / 2, to - BEFORE)), edges[1]]
  const columns = xs.length - 1
  if (columns < 2 || rows.length < (columns === 2 ? FEWEST_ROWS_OF_TWO : FEWEST_ROWS)) return null
  const cells = rows.map((row) => {
    const placed = Array.from({ length: columns }, (): Chunk[] => [])
    for (const chunk of row) placed[columnOf(xs, chunk.box)]?.push(chunk)
    return placed
  })
  const sides = isClear(cells, columns)
  if (!sides) return null
  const box = {
    left: edges[0],
    right: edges[1],
    top: Math.min(...all.map((chunk) => chunk.box.top)),
    bottom: Math.max(...all.map((chunk) => chunk.box.bottom)),
  }
  return { box, xs, rows: joined(cells), sides }
}

const columnOf = (xs: readonly number[], box: Box): number =>
  Math.max(
    0,
    xs.findLastIndex((x) => x <= (box.left + box.right) / 2),
  )

/**
 * The alignment of each column if the cells are unambiguous: short, and mostly filled. Else null.
 */
function isClear(cells: readonly Chunk[][][], columns: number): Side[] | null {
  const full = cells.filter(
    (row) => row.filter((cell) => cell.length > 0).length >= Math.max(2, columns * 0.6),
  )
  if (full.length < MOST * cells.length && full.length < FEWEST_ROWS + 1) return null
  if (columns === 2 && full.length < MOST * cells.length) return null
  const letters = cells.flat(2).map(({ runs }) => runs.reduce((sum, { text }) => sum + text.length, 0))
  if (quantile(letters, 0.8) > LETTERS_OF_A_CELL) return null
  const sides = Array.from({ length: columns }, (_, column) =>
    sideOf(
      cells.flatMap((row) => {
        const cell = row[column] ?? []
        return cell.length === 0 ? [] : [cell]
      }),
    ),
  )
  return sides.every((side) => side !== null) ? sides : null
}

/** The alignment of cells; null if they aren't aligned. */
function sideOf(cells: readonly Chunk[][]): Side | null {
  const lefts = cells.map((cell) => Math.min(...cell.map(({ box }) => box.left)))
  const rights = cells.map((cell) => Math.max(...cell.map(({ box }) => box.right)))
  const middles = lefts.map((left, index) => (left + (rights[index] ?? left)) / 2)
  const aligned = (edges: readonly number[]) => {
    const usual = quantile(edges, 0.5)
    return edges.filter((edge) => Math.abs(edge - usual) <= ALIGNED).length >= MOST * edges.length
  }
  if (aligned(lefts)) return 'left'
  if (aligned(rights)) return 'right'
  return aligned(middles) ? 'center' : null
}

/** A nearby line without text in the first column continues the row above. */
function joined(cells: readonly Chunk[][][]): Chunk[][][] {
  const rows: Chunk[][][] = []
  for (const row of cells) {
    const above = rows.at(-1)
    const goesOn = row[0]?.length === 0 && above && distance(above.flat(), row.flat()) < 0.45
    if (goesOn) for (const [column, cell] of row.entries()) above[column]?.push(...cell)
    else rows.push(row.map((cell) => [...cell]))
  }
  return rows
}

/** The distance between two rows, relative to their height. */
function distance(above: readonly Chunk[], below: readonly Chunk[]): number {
  const gap = Math.min(...below.map(({ box }) => box.top)) - Math.max(...above.map(({ box }) => box.bottom))
  return gap / Math.max(1, ...below.map(({ box }) => Math.min(heightOf(box), widthOf(box) * 10)))
}
