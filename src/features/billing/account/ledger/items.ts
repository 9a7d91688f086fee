import type { LedgerLine } from '../../../../api/billing.ts'
import { dayKey } from '../../../../lib/format-date.ts'

export type LedgerItem =
  | { kind: 'day'; key: string; date: Date }
  | { kind: 'line'; key: string; line: LedgerLine; index: number }

/** Entries grouped by day in this device's time zone. */
export function itemsOf(lines: readonly LedgerLine[]): LedgerItem[] {
  let day = ''
  return lines.flatMap((line, index): LedgerItem[] => {
    const item = { kind: 'line', key: String(line.entry_id), line, index } as const
    const date = new Date(line.created_at)
    if (dayKey(date) === day) return [item]
    day = dayKey(date)
    return [{ kind: 'day', key: day, date }, item]
  })
}
