import type { BusinessEvent } from '../../../../api/businesses.ts'

export interface ChangeLabels {
  /** The name of a field, by its path: `second_factor.required`. */
  fieldOf: (path: string) => string
  /** The text of a field's value, which is neither empty nor an object. */
  wordOf: (path: string, value: unknown) => string
}

/** Fields that are not useful to users. */
const HIDDEN = ['owner_id', 'sha256', 'size_bytes', 'imported']

type Flat = Readonly<Record<string, unknown>>

const isParts = (value: unknown): value is Flat =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Flattens fields to paths: a nested field becomes one for each part. */
const flat = (fields: Flat, under = ''): Flat =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]): [string, unknown][] =>
      isParts(value) ? Object.entries(flat(value, `${under}${name}.`)) : [[`${under}${name}`, value]],
    ),
  )

const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** A change as text: "Role: Employee → Manager". */
export function changeText(
  event: Pick<BusinessEvent, 'before' | 'after'>,
  { fieldOf, wordOf }: ChangeLabels,
): string {
  const before = flat(event.before)
  const after = flat(event.after)
  const shown = (path: string, value: unknown) => (isEmpty(value) ? '–' : wordOf(path, value))
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => !HIDDEN.includes(path))
    .flatMap((path) => {
      const was = shown(path, before[path])
      const is = shown(path, after[path])
      if (path in before && path in after) return was === is ? [] : [`${fieldOf(path)}: ${was} → ${is}`]
      return [`${fieldOf(path)}: ${path in after ? is : was}`]
    })
    .join(', ')
}
