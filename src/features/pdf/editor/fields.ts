import type { FieldValues, PdfField } from '../viewer/index.ts'
import type { FieldValue } from './draft.ts'

/** A field as a person sees it: one thing to fill in, wherever and however often it is seen. */
export interface FormField {
  name: string
  /** Its first place; the others are seen and filled with it. */
  first: PdfField
  places: readonly PdfField[]
}

/** Those that can be filled in, in the order of their first places. */
export function formFields(fields: readonly PdfField[]): FormField[] {
  const byName = Map.groupBy(
    fields.filter(({ type, name }) => type !== 'button' && name !== ''),
    ({ name }) => name,
  )
  return [...byName].map(([name, places]) => ({ name, first: places[0]!, places }))
}

export const isFillable = ({ first }: FormField): boolean => !first.readOnly && first.type !== 'signature'

/**
 * Whether a place is an input over the page. What cannot be changed is seen as the file draws it.
 */
export const isLaid = ({ readOnly }: PdfField): boolean => !readOnly

/** The places that the page is drawn without. A signature that is there is seen below its label. */
export const coveredBy = (fields: readonly FormField[]): PdfField[] =>
  fields.flatMap(({ places }) => places.filter((place) => isLaid(place) && place.type !== 'signature'))

/** What it is called where nothing better is known: "tenant.full_name[0]" is "Full name". */
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

/** What it holds now: what was filled in, or what the file says. */
export const heldBy = (
  { name, first }: FormField,
  filled: Readonly<Record<string, FieldValue>>,
): FieldValue => filled[name] ?? first.value ?? (first.type === 'list' ? [] : '')

/**
 * What was filled in, by page, as the pages draw it: of a checkbox or a radio button whether it is
 * on. Once a field is filled in, all its places show it.
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
 * What is wrong with a value; null where nothing is. A form's own scripts are not run: only what
 * they ask for is read.
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

/** Whether a date is written as a form's pattern has it ("dd/mm/yyyy"). */
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

/** The next field after one, around the end, that satisfies; null where none does. */
export function nextField(
  fields: readonly FormField[],
  from: string | null,
  wanted: (field: FormField) => boolean,
): FormField | null {
  const at = fields.findIndex(({ name }) => name === from)
  const around = [...fields.slice(at + 1), ...fields.slice(0, at + 1)]
  return around.find(wanted) ?? null
}
