export type Choice = '7' | '14' | '30' | 'date' | 'none'

const DAY = 86_400_000

/** Today, as a date field says it: the first day that can be chosen. */
export const today = (now = new Date()): string =>
  [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

/** The instant at which it ends: null for never, undefined where no day, or one that is over, was chosen. */
export function endsAt(choice: Choice, date: string, now = new Date()): string | null | undefined {
  if (choice === 'none') return null
  // The whole of its last day is still good.
  const at = choice === 'date' ? Date.parse(`${date}T23:59:59`) : now.getTime() + Number(choice) * DAY
  return at > now.getTime() ? new Date(at).toISOString() : undefined
}
