import type { FieldValues, PdfField } from '../viewer/index.ts'
import type { FieldValue } from './draft.ts'

/** A field as users see it: one value, wherever and however often it is displayed. */
export interface FormField {
  name: string
  /** Its first widget; the others show the same value. */
  first: PdfField
  places: readonly PdfField[]
}

/** The fillable fields, in the order of their first widgets. */
export function formFields(fields: readonly PdfField[]): FormField[] {
  const byName = Map.groupBy(
    fields.filter(({ type, name }) => type !== 'button' && name !== ''),
    ({ name }) => name,
  )
  return [...byName].map(([name, places]) => ({ name, first: places[0]!, places }))
}

export const isFillable = ({ first }: FormField): boolean => !first.readOnly && first.type !== 'signature'

/** Whether a widget becomes an input over the page. Read-only ones are rendered by the PDF. */
export const isLaid = ({ readOnly }: PdfField): boolean => !readOnly

/**
 * The widgets that the page is rendered without. Existing signatures are visible below their label.
 */
export const coveredBy = (fields: readonly FormField[]): PdfField[] =>
  fields.flatMap(({ places }) => places.filter((place) => isLaid(place) && place.type !== 'signature'))

/** The fallback name: "tenant.full_name[0]" is "Full name". */
export function labelOf({ name, first }: FormField): string {
  if (first.tooltip.trim()) return first.tooltip.trim()
  const last = name.split('.').at(-1) ?? name
  const words = last
    .replace(/\[\d+\]/g, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-\s]+/g, ' ')
    .trim()
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : name
}

/** The current value: the filled one, or the file's. */
export const heldBy = (
  { name, first }: FormField,
  filled: Readonly<Record<string, FieldValue>>,
): FieldValue => filled[name] ?? first.value ?? (first.type === 'list' ? [] : '')

/**
 * The filled values by page, for rendering: a boolean for checkboxes and radio buttons. All widgets
 * of a filled field show it.
 */
export function valuesOf(
  fields: readonly FormField[],
  filled: Readonly<Record<string, FieldValue>>,
): FieldValues {
  type Entry = [id: string, value: FieldValue, rotation?: number]
  const values = new Map<number, Entry[]>()
  for (const field of fields) {
    const value = filled[field.name]
    if (value === undefined) continue
    for (const { id, page, type, on, rotation } of field.places) {
      if (type === 'signature') continue
      const button = type === 'checkbox' || type === 'radio'
      const shown = button ? (on === null ? value === true : value === on) : value
      const entry: Entry = button || rotation === 0 ? [id, shown] : [id, shown, rotation]
      values.set(page, [...(values.get(page) ?? []), entry])
    }
  }
  return values
}

export const isBlank = (value: FieldValue): boolean =>
  value === false || value === '' || (Array.isArray(value) && value.length === 0)

export type Fault = 'required' | 'date' | 'number' | 'long'

/**
 * The error of a value; null if it is valid. A form's scripts are not run: only their formats are
 * parsed.
 */
export function faultOf({ first }: FormField, value: FieldValue): Fault | null {
  if (isBlank(value)) return first.required ? 'required' : null
  if (typeof value !== 'string') return null
  if (first.maxLength !== null && value.length > first.maxLength) return 'long'
  if (first.type === 'date' && first.format && !fitsDate(value, first.format)) return 'date'
  if (first.format === 'number' && !/^[-+]?[\d\s.,']*\d[\d\s.,']*$/.test(value.trim())) return 'number'
  return null
}

const PARTS: readonly [RegExp, string][] = [
  [/^yyyy/i, '\\d{4}'],
  [/^yy/i, '\\d{2}'],
  [/^mmmm?/, '\\p{L}+\\.?'],
  [/^mm/, '(?:0[1-9]|1[0-2])'],
  [/^m/, '(?:0?[1-9]|1[0-2])'],
  [/^dddd?/i, '\\p{L}+\\.?'],
  [/^dd/i, '(?:0[1-9]|[12]\\d|3[01])'],
  [/^d/i, '(?:0?[1-9]|[12]\\d|3[01])'],
  [/^HH/, '\\d{2}'],
  [/^[Hh]/, '\\d{1,2}'],
  [/^MM/, '[0-5]\\d'],
  [/^ss/, '[0-5]\\d'],
  [/^tt/i, '[ap]m'],
]

/** Whether a date matches a form's pattern ("dd/mm/yyyy"). */
export function fitsDate(value: string, pattern: string): boolean {
  let source = ''
  for (let rest = pattern; rest; ) {
    const part = PARTS.find(([token]) => token.test(rest))
    const length = part ? (part[0].exec(rest)?.[0].length ?? 1) : 1
    source += part ? part[1] : rest[0]!.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
    rest = rest.slice(length)
  }
  return new RegExp(`^${source}$`, 'iu').test(value.trim())
}

/** The next field, wrapping around, that matches; null if none does. */
export function nextField(
  fields: readonly FormField[],
  from: string | null,
  wanted: (field: FormField) => boolean,
): FormField | null {
  const at = fields.findIndex(({ name }) => name === from)
  const around = [...fields.slice(at + 1), ...fields.slice(0, at + 1)]
  return around.find(wanted) ?? null
}
