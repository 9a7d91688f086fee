import { around, clustered } from './geometry.ts'
import type { Box, Rule } from './model.ts'

/** Lines whose ends are this close touch, in points. */
const NEAR = 3
const MAX_ROWS = 400
const MAX_COLUMNS = 60

/** A ruled table: its cells by row and column with their spans; null where another cell spans. */
export interface Grid {
  box: Box
  xs: number[]
  ys: number[]
  cells: ({ box: Box; rows: number; columns: number } | null)[][]
}

/** The ruled tables of a page. A single frame is no table. */
export function gridsOf(rules: readonly Rule[]): Grid[] {
  return groupsOf(rules).flatMap((group) => {
    const upright = group.filter(({ vertical }) => vertical)
    const level = group.filter(({ vertical }) => !vertical)
    if (upright.length < 2 || level.length < 2) return []
    const xs = clustered(
      upright.map(({ box }) => (box.left + box.right) / 2),
      NEAR,
    )
    const ys = clustered(
      level.map(({ box }) => (box.top + box.bottom) / 2),
      NEAR,
    )
    const [columns, rows] = [xs.length - 1, ys.length - 1]
    if (columns < 1 || rows < 1 || columns * rows < 2 || columns > MAX_COLUMNS || rows > MAX_ROWS) return []
    const cells = merged(xs, ys, upright, level)
    const there = cells.flat().filter((cell) => cell !== null)
    if (there.length < 2) return []
    return [{ box: around(there.map(({ box }) => box)), xs, ys, cells }]
  })
}

/** Groups of lines that are connected, directly or indirectly. */
function groupsOf(rules: readonly Rule[]): Rule[][] {
  const parent = rules.map((_, index) => index)
  const root = (index: number): number => {
    let at = index
    while (parent[at] !== at) {
      parent[at] = parent[parent[at] ?? at] ?? at
      at = parent[at] ?? at
    }
    return at
  }
  const order = rules.map((_, index) => index).sort((a, b) => top(rules[a]) - top(rules[b]))
  for (const [place, one] of order.entries()) {
    const reach = (rules[one]?.box.bottom ?? 0) + NEAR
    for (let next = place + 1; next < order.length; next++) {
      const other = order[next] ?? 0
      if (top(rules[other]) > reach) break
      if (touch(rules[one]?.box, rules[other]?.box)) parent[root(one)] = root(other)
    }
  }
  const groups = new Map<number, Rule[]>()
  for (const [index, rule] of rules.entries()) {
    const key = root(index)
    groups.set(key, [...(groups.get(key) ?? []), rule])
  }
  return [...groups.values()]
}

const top = (rule: Rule | undefined): number => rule?.box.top ?? 0

const touch = (one: Box | undefined, other: Box | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.left - NEAR <= other.right &&
  other.left - NEAR <= one.right &&
  one.top - NEAR <= other.bottom &&
  other.top - NEAR <= one.bottom

/** The cells between the lines; without a line between two, they are merged. */
function merged(
  xs: readonly number[],
  ys: readonly number[],
  upright: readonly Rule[],
  level: readonly Rule[],
): Grid['cells'] {
  const [columns, rows] = [xs.length - 1, ys.length - 1]
  const taken = Array.from({ length: rows }, () => new Array<boolean>(columns).fill(false))
  const cells: Grid['cells'] = Array.from({ length: rows }, () => new Array(columns).fill(null))
  /** Whether a line separates a cell from its right or lower neighbor. */
  const right = (row: number, column: number) =>
    covers(upright, xs[column + 1] ?? 0, ys[row] ?? 0, ys[row + 1] ?? 0)
  const below = (row: number, column: number) =>
    covers(level, ys[row + 1] ?? 0, xs[column] ?? 0, xs[column + 1] ?? 0)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      if (taken[row]?.[column]) continue
      let across = 1
      while (column + across < columns && !taken[row]?.[column + across] && !right(row, column + across - 1))
        across++
      let down = 1
      const open = (at: number) =>
        range(column, across).every((one) => !taken[at]?.[one] && !below(at - 1, one)) &&
        range(column, across - 1).every((one) => !right(at, one)) &&
        (across < columns - column ? right(at, column + across - 1) : true)
      while (row + down < rows && open(row + down)) down++
      for (const one of range(row, down)) for (const other of range(column, across)) mark(taken, one, other)
      const cell = cells[row]
      if (cell)
        cell[column] = {
          rows: down,
          columns: across,
          box: {
            left: xs[column] ?? 0,
            right: xs[column + across] ?? 0,
            top: ys[row] ?? 0,
            bottom: ys[row + down] ?? 0,
          },
        }
    }
  return cells
}

function mark(taken: boolean[][], row: number, column: number): void {
  const cells = taken[row]
  if (cells) cells[column] = true
}

const range = (from: number, length: number): number[] => Array.from({ length }, (_, index) => from + index)

/** Whether lines at a position cover most of an interval. */
function covers(rules: readonly Rule[], at: number, from: number, to: number): boolean {
  let covered = 0
  for (const { box, vertical } of rules) {
    const place = vertical ? (box.left + box.right) / 2 : (box.top + box.bottom) / 2
    if (Math.abs(place - at) > NEAR) continue
    const [start, end] = vertical ? [box.top, box.bottom] : [box.left, box.right]
    covered = Math.max(covered, Math.min(end, to) - Math.max(start, from))
    if (covered > 0.6 * (to - from)) return true
  }
  return false
}
