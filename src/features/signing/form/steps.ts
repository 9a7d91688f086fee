import type { SignatureMark, SigningView } from '../../../api/public-signing.ts'

export type SignField = SigningView['fields'][number]
export type Value = string | boolean

/** The recipient's values so far. */
export interface Filled {
  values: Readonly<Record<string, Value>>
  signature: SignatureMark | null
  initials: SignatureMark | null
}

/** In reading order: by page, then from top to bottom, then along the line. */
export const inOrder = (fields: readonly SignField[]): SignField[] =>
  fields
    .filter(({ read_only }) => !read_only)
    .toSorted((a, b) => {
      const [one, two] = [a.places[0], b.places[0]]
      if (!one || !two) return 0
      return (
        one.page - two.page ||
        two.rect.y + two.rect.height - (one.rect.y + one.rect.height) ||
        one.rect.x - two.rect.x
      )
    })

/** The value of a field: entered, or initial. */
export function standing(field: SignField, { values }: Filled): Value | null {
  return values[field.id] ?? field.value
}

/** Whether a field is complete. */
export function isDone(field: SignField, filled: Filled): boolean {
  if (field.kind === 'signature' || field.kind === 'initials')
    return filled[field.kind] !== null || !field.required
  // The server knows the recipient's e-mail address, and the page does not show it.
  if (field.kind === 'email' && standing(field, filled) === null) return true
  if (!field.required) return faultOf(field, filled) === null
  const value = standing(field, filled)
  if (field.kind === 'checkbox') return value === true
  return value !== null && value !== '' && faultOf(field, filled) === null
}

/** Whether it still needs a step: incomplete, or optional, empty and not visited. */
export function isOpen(field: SignField, filled: Filled, seen: ReadonlySet<string>): boolean {
  if (!isDone(field, filled)) return true
  if (field.required || seen.has(field.id)) return false
  if (field.kind === 'signature' || field.kind === 'initials') return filled[field.kind] === null
  const value = standing(field, filled)
  return value === null || value === '' || value === false
}

export type Fault = 'number' | 'low' | 'high' | 'long' | 'date'
const DATE = /^\d{4}-\d{2}-\d{2}$/
/** Whether it is a calendar date: `Date` accepts the 31st of every month. */
function isDate(text: string): boolean {
  const day = DATE.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return day !== null && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** The error of a value, by the server's rules. */
export function faultOf(field: SignField, filled: Filled): Fault | null {
  const value = standing(field, filled)
  if (typeof value !== 'string' || value === '') return null
  if (field.kind === 'number') {
    const number = Number(value)
    if (!Number.isFinite(number)) return 'number'
    if (field.min !== null && number < field.min) return 'low'
    return field.max !== null && number > field.max ? 'high' : null
  }
  if (field.kind === 'date') return isDate(value) ? null : 'date'
  return field.max_length !== null && [...value].length > field.max_length ? 'long' : null
}

/** Values that are known in advance: the recipient's name, and today. */
export function presets(fields: readonly SignField[], name: string, now: Date): Record<string, Value> {
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) =>
    String(part).padStart(2, '0'),
  )
  const known: Partial<Record<SignField['kind'], string>> = { name, date: day.join('-') }
  return Object.fromEntries(
    fields.flatMap(({ id, kind, value, read_only }) => {
      const mark = known[kind]
      return mark !== undefined && value === null && !read_only ? [[id, mark] as const] : []
    }),
  )
}
