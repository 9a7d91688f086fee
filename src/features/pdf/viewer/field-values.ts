/** The value of a form widget: text, a state, or selected options. */
export type FieldValue = string | boolean | readonly string[]

/** With the rotation of text, if it differs from the page's. */
type Values = readonly (readonly [id: string, value: FieldValue, rotation?: number])[]

/** By page number in the file, from 1: values that replace the file's, by widget id. */
export type FieldValues = ReadonlyMap<number, Values>

/**
 * Equal strings for equal values of a page, so that it only renders when its values change. Fields
 * whose ids are in `hidden` are not rendered.
 */
export const valuesKey = (values: FieldValues | undefined, index: number, hidden = ''): string => {
  const unseen = new Set(hidden.split(' '))
  const own = values?.get(index + 1)?.filter(([id]) => !unseen.has(id)) ?? []
  return own.length > 0 ? JSON.stringify(own) : ''
}

export const readValues = (key: string): Values => (key === '' ? [] : (JSON.parse(key) as Values))
