import type { BusinessEvent } from '../../../api/businesses.ts'

const shown = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '–'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)

/** What was changed, "role: employee → manager"; fields by the names that the API has for them. */
export function changeText({ before, after }: Pick<BusinessEvent, 'before' | 'after'>): string {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names
    .map((name) => {
      const to = shown(after[name])
      return name in before && name in after
        ? `${name}: ${shown(before[name])} → ${to}`
        : `${name}: ${name in after ? to : shown(before[name])}`
    })
    .join(', ')
}
