import type { IndexEntry } from './index-table.ts'

const LABEL = 3
const PARENT = 21
const MOST_LEVELS = 8

/** A table of contents entry in reading order, with label and level. */
export interface ContentsRow {
  tags: IndexEntry['tags']
  label: string
  level: number
}

/**
 * Converts entries stored level by level to reading order: each followed by its children. An entry
 * without a preceding parent becomes top-level, which prevents cycles.
 */
export function contentsRows(
  entries: readonly IndexEntry[],
  texts: ReadonlyMap<number, string>,
): ContentsRow[] {
  const children = new Map<number, number[]>()
  for (const [index, { tags }] of entries.entries()) {
    const parent = tags.get(PARENT)?.[0]
    const key = parent !== undefined && parent < index ? parent : -1
    const siblings = children.get(key)
    if (siblings) siblings.push(index)
    else children.set(key, [index])
  }
  const rows: ContentsRow[] = []
  const waiting = (children.get(-1) ?? []).map((index) => ({ index, level: 0 })).reverse()
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { index, level } = next
    const tags = entries[index]?.tags ?? new Map<number, number[]>()
    const label = texts.get(tags.get(LABEL)?.[0] ?? -1)
    if (label) rows.push({ tags, label, level })
    const below = Math.min(level + 1, MOST_LEVELS)
    for (const child of (children.get(index) ?? []).toReversed()) waiting.push({ index: child, level: below })
  }
  return rows
}
