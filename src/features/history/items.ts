import type { Conversion } from '../../api/history.ts'
import type { Family } from '../../lib/families.ts'
import { dayKey } from '../../lib/format-date.ts'

export interface DayItem {
  kind: 'day'
  key: string
  date: Date
}
/** The header of a batch, while sorted by time. */
export interface BatchItem {
  kind: 'batch'
  key: string
  id: string
  rows: Conversion[]
  counts: Partial<Record<Family, number>>
  open: boolean
}
export interface RowItem {
  kind: 'row'
  key: string
  conversion: Conversion
  index: number
}
export type HistoryItem = DayItem | BatchItem | RowItem

/**
 * The list with headings: of days, and of batches with several consecutive rows. A batch is one
 * line until it is expanded. Other sort orders have no headings.
 */
export function itemsOf(
  rows: readonly Conversion[],
  grouped: boolean,
  isOpen: (batchId: string) => boolean,
): HistoryItem[] {
  const items: HistoryItem[] = []
  const row = (conversion: Conversion, index: number): RowItem => ({
    kind: 'row',
    key: conversion.conversion_id,
    conversion,
    index,
  })
  if (!grouped) return rows.map(row)
  let day = ''
  for (let index = 0; index < rows.length; ) {
    const first = rows[index] as Conversion
    const date = new Date(first.created_at)
    if (dayKey(date) !== day) {
      day = dayKey(date)
      items.push({ kind: 'day', key: day, date })
    }
    const together = runOf(rows, index, day)
    if (together.length > 1 && first.batch_id) {
      const open = isOpen(first.batch_id)
      const counts: BatchItem['counts'] = {}
      for (const { family } of together) counts[family] = (counts[family] ?? 0) + 1
      items.push({
        kind: 'batch',
        key: `${day}:${first.batch_id}`,
        id: first.batch_id,
        rows: together,
        counts,
        open,
      })
      if (open) items.push(...together.map((one, offset) => row(one, index + offset)))
    } else items.push(row(first, index))
    index += together.length
  }
  return items
}

/** The consecutive rows of the same batch and day, including the first. */
function runOf(rows: readonly Conversion[], start: number, day: string): Conversion[] {
  const { batch_id } = rows[start] as Conversion
  let end = start + 1
  if (batch_id)
    while (rows[end]?.batch_id === batch_id && dayKey(new Date(rows[end]?.created_at ?? 0)) === day) end++
  return rows.slice(start, end)
}
