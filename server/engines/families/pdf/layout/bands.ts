import { freeBetween, heightOf, intersect, quantile, type Span, strips, widthOf } from './geometry.ts'
import type { Box } from './model.ts'

/** Something with a place on the page: text, or a block that is whole already. */
export interface Placed {
  box: Box
  /** Whether it is text that flows; a table or an image is not. */
  text: boolean
}

/** A part of a page: as many columns as it has, from left to right. */
export interface Slice<Item> {
  columns: Item[][]
  /** Between columns, in points. */
  space: number
}

/** Columns have at least so many lines each, and so much of their width filled by half of them. */
const FEWEST_LINES = 3
const FILLED = 0.55
/** Lines of running text are so many times as wide as they are high. */
const WIDE = 8
/** A gap of so many lines ends columns of which only one goes on. */
const GAP_LINES = 3

/**
 * Parts what stands on a page into bands from top to bottom, each of one column or of several side
 * by side.
 */
export function slicesOf<Item extends Placed>(items: readonly Item[], region: Box): Slice<Item>[] {
  const slices: Slice<Item>[] = []
  const single: Item[] = []
  const endSingle = () => {
    if (single.length > 0) slices.push({ columns: [single.splice(0)], space: 0 })
  }
  const rows = strips(items)
  let at = 0
  while (at < rows.length) {
    const columns = columnsFrom(rows, at, region)
    if (columns) {
      endSingle()
      slices.push(columns.slice)
      at = columns.next
    } else single.push(...(rows[at++] ?? []))
  }
  endSingle()
  return slices
}

/** The columns that begin with this row, and the row after them; null where none begin. */
function columnsFrom<Item extends Placed>(
  rows: readonly Item[][],
  start: number,
  region: Box,
): { slice: Slice<Item>; next: number } | null {
  const edges: Span = [region.left, region.right]
  let rivers: Span[] = [edges]
  let next = start
  for (; next < rows.length; next++) {
    const row = rows[next] ?? []
    if (next > start && goesOnAlone(rows[next - 1] ?? [], row)) break
    const free = freeBetween(
      row.map(({ box }) => box),
      edges,
    )
    const left = intersect(rivers, free).filter(
      (river) => river[1] - river[0] > minimum(rows.slice(start, next + 1)),
    )
    const all = rows.slice(start, next + 1).flat()
    if (inner(left, all).length === 0) break
    rivers = left
  }
  const chosen = rows.slice(start, next).flat()
  if (chosen.length === 0) return null
  const between = inner(rivers, chosen)
  const columns = split(chosen, between)
  if (!areColumns(columns)) return null
  const space = Math.min(...between.map(([from, to]) => to - from))
  return { slice: { columns, space }, next }
}

/** Whether a single part of a row stands far below what came before. */
function goesOnAlone(before: readonly Placed[], row: readonly Placed[]): boolean {
  const [only] = row
  if (!only || row.length > 1) return false
  const bottom = Math.max(...before.map(({ box }) => box.bottom))
  return only.box.top - bottom > GAP_LINES * Math.min(heightOf(only.box), 20)
}

/** A river is as wide as most lines are high, in points. */
function minimum(rows: readonly Placed[][]): number {
  const heights = rows.flat().flatMap(({ box, text }) => (text ? [heightOf(box)] : []))
  return Math.min(16, Math.max(6, 0.75 * quantile(heights.length > 0 ? heights : [10], 0.5)))
}

/** The rivers with something on both sides. */
function inner(rivers: readonly Span[], items: readonly Placed[]): Span[] {
  return rivers.filter(
    ([from, to]) =>
      items.some(({ box }) => box.right <= from + 0.01) && items.some(({ box }) => box.left >= to - 0.01),
  )
}

function split<Item extends Placed>(items: readonly Item[], rivers: readonly Span[]): Item[][] {
  const ends = [...rivers.map(([from, to]) => (from + to) / 2), Number.POSITIVE_INFINITY]
  const columns = ends.map((): Item[] => [])
  for (const item of items) columns[ends.findIndex((end) => item.box.left < end)]?.push(item)
  return columns
}

/** Whether each of several columns is filled by lines of text, as the cells of a table are not. */
function areColumns(columns: readonly Placed[][]): boolean {
  if (columns.length < 2 || columns.length > 6) return false
  return columns.every((items) => {
    const lines = strips(items.filter(({ text }) => text))
    if (lines.length < FEWEST_LINES) return false
    const left = Math.min(...items.map(({ box }) => box.left))
    const right = Math.max(...items.map(({ box }) => box.right))
    const filled = lines.map((line) => line.reduce((sum, { box }) => sum + widthOf(box), 0) / (right - left))
    const height = quantile(
      lines.map((line) => Math.max(...line.map(({ box }) => heightOf(box)))),
      0.5,
    )
    return quantile(filled, 0.5) > FILLED && right - left > WIDE * height
  })
}
