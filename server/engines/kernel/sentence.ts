import { isolated, plain } from '../../../contract/message-pattern.ts'

declare const brand: unique symbol

/** An English sentence for users whose values are isolated, so that the text can be translated. */
export type Sentence = string & { readonly [brand]: never }

/** A phrase that depends on a number, in English: `#` stands for the number. */
export interface Plural {
  number: number
  form: string
}

export const plural = (number: number, one: string, other: string): Plural => ({
  number,
  form: number === 1 ? one : other,
})

/** A sentence as a value of another sentence. */
export interface Nested {
  sentence: string
}

export const nested = (sentence: string): Nested => ({ sentence })

/** Template tag for sentences. Values are data; isolate characters in them are removed. */
export const sentence = (
  parts: TemplateStringsArray,
  ...values: (string | number | Plural | Nested)[]
): Sentence =>
  parts.reduce((before, part, index) => before + shown(values[index - 1] ?? '') + part) as Sentence

function shown(value: string | number | Plural | Nested): string {
  if (typeof value !== 'object') return isolated(plain(String(value)))
  if ('form' in value) return value.form.replace('#', isolated(value.number.toLocaleString('en-US')))
  return isolated(isolated(value.sentence))
}
