import type { Box } from './model.ts'

export const widthOf = (box: Box): number => box.right - box.left
export const heightOf = (box: Box): number => box.bottom - box.top

/** The bounding box of at least one rectangle. */
export function around(boxes: readonly Box[]): Box {
  const first = boxes[0]
  if (!first) throw new Error('No rectangle was given.')
  const all = { ...first }
  for (const box of boxes) {
    all.left = Math.min(all.left, box.left)
    all.top = Math.min(all.top, box.top)
    all.right = Math.max(all.right, box.right)
    all.bottom = Math.max(all.bottom, box.bottom)
  }
  return all
}

/** Whether the center of a rectangle is within another. */
export function centredIn(inner: Box, outer: Box): boolean {
  const x = (inner.left + inner.right) / 2
  const y = (inner.top + inner.bottom) / 2
  return x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom
}

/** An interval on one axis. */
export type Span = readonly [from: number, to: number]

/** The parts of `spans` within any of `others`, in order. */
export function intersect(spans: readonly Span[], others: readonly Span[]): Span[] {
  const found: Span[] = []
  for (const [from, to] of spans)
    for (const [start, end] of others)
      if (Math.min(to, end) > Math.max(from, start)) found.push([Math.max(from, start), Math.min(to, end)])
  return found.sort((a, b) => a[0] - b[0])
}

/** The parts of an interval that no rectangle covers horizontally. */
export function freeBetween(boxes: readonly Box[], [from, to]: Span): Span[] {
  const free: Span[] = []
  let at = from
  for (const box of boxes.toSorted((a, b) => a.left - b.left)) {
    if (box.left > at) free.push([at, Math.min(to, box.left)])
    at = Math.max(at, box.right)
  }
  if (at < to) free.push([at, to])
  return free
}

/**
 * Groups vertically overlapping items from top to bottom. An overlap of less than a fifth doesn't
 * count.
 */
export function strips<Item extends { box: Box }>(items: readonly Item[]): Item[][] {
  const groups: Item[][] = []
  let bottom = Number.NEGATIVE_INFINITY
  for (const item of items.toSorted((a, b) => a.box.top - b.box.top)) {
    const slack = heightOf(item.box) / 5
    const last = groups.at(-1)
    if (last && item.box.top < bottom - slack) last.push(item)
    else groups.push([item])
    bottom = last && item.box.top < bottom - slack ? Math.max(bottom, item.box.bottom) : item.box.bottom
  }
  return groups
}

/** The quantile of values at a fraction. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

/** Clusters values that differ by at most `tolerance`; returns the clusters' centers in order. */
export function clustered(values: readonly number[], tolerance: number): number[] {
  const groups: number[][] = []
  for (const value of values.toSorted((a, b) => a - b)) {
    const group = groups.at(-1)
    if (group && value - (group.at(-1) ?? value) <= tolerance) group.push(value)
    else groups.push([value])
  }
  return groups.map((group) => group.reduce((sum, value) => sum + value, 0) / group.length)
}
