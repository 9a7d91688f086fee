import { endOfDay } from '../../../lib/end-of-day.ts'

export type Choice = '7' | '14' | '30' | 'date' | 'none'

const DAY = 86_400_000

/** The chosen deadline: null for none, undefined if no day or a past day was chosen. */
export function endsAt(choice: Choice, date: string, now = new Date()): string | null | undefined {
  if (choice === 'none') return null
  const at = choice === 'date' ? endOfDay(date) : new Date(now.getTime() + Number(choice) * DAY).toISOString()
  return at !== null && Date.parse(at) > now.getTime() ? at : undefined
}
