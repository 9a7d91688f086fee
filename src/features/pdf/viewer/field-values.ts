/** What a place of a form field holds: text, whether it is on, or what is chosen of a list. */
export type FieldValue = string | boolean | readonly string[]

/** With the rotation of text where it is not the page's. */
type Values = readonly (readonly [id: string, value: FieldValue, rotation?: number])[]

/**
 * By the pages of the file, from 1: what its fields hold instead of what the file says, by the ids
 * of their places.
 */
export type FieldValues = ReadonlyMap<number, Values>

/**
 * The same text for the same values of a page, so that a page is drawn anew only when its own
 * change. Those of hidden fields, whose ids are in `hidden`, are not drawn.
 */
export const valuesKey = (values: FieldValues | undefined, index: number, hidden = ''): string => {
  const unseen = new Set(hidden.split(' '))
  const own = values?.get(index + 1)?.filter(([id]) => !unseen.has(id)) ?? []
  return own.length > 0 ? JSON.stringify(own) : ''
}

export const readValues = (key: string): Values => (key === '' ? [] : (JSON.parse(key) as Values))
