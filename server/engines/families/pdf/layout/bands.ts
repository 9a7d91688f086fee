import { freeBetween, heightOf, intersect, quantile, type Span, strips, widthOf } from './geometry.ts'
import type { Box } from './model.ts'

/** A positioned item: text, or a complete block. */
export interface Placed {
  box: Box
  /** Whether it is running text; false for a table or an image. */
  text: boolean
}

/** A part of a page with its columns from left to right. */
export interface Slice<Item> {
  columns: Item[][]
  /** Gap between columns, in points. */
  space: number
}

/** Minimum lines per column, and the width fraction that half of them must fill. */
const FEWEST_LINES = 3
const FILLED = 0.55
/** Running text lines have at least this ratio of width to height. */
const WIDE = 8
/** A gap of this many lines ends the columns if only one continues. */
const GAP_LINES = 3

/** Splits a page region into bands from top to bottom, each with one or several columns. */
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

/** The columns that start at this row, and the row after them; null if none start. */
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

/** Whether the only item of a row is far below the previous ones. */
function goesOnAlone(before: readonly Placed[], row: readonly Placed[]): boolean {
  const [only] = row
  if (!only || row.length > 1) return false
  const bottom = Math.max(...before.map(({ box }) => box.bottom))
  return only.box.top - bottom > GAP_LINES * Math.min(heightOf(only.box), 20)
}

/** Minimum width of a river in points, from the median line height. */
function minimum(rows: readonly Placed[][]): number {
  const heights = rows.flat().flatMap(({ box, text }) => (text ? [heightOf(box)] : []))
  return Math.min(16, Math.max(6, 0.75 * quantile(heights.length > 0 ? heights : [10], 0.5)))
}

/** The rivers with items on both sides. */
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

/** Whether each column consists of text lines, unlike table cells. */
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
