/** First strong isolate and its end, which keep a value apart in text of either direction. Source: Unicode UAX #9. */
const [OPEN, CLOSE] = ['\u2068', '\u2069']

declare const brand: unique symbol

/** English for a person in which every value is isolated, so that the words around it can be translated. */
export type Sentence = string & { readonly [brand]: never }

/** A part of a sentence that depends on a number, in English: `#` in it is that number. */
export interface Plural {
  number: number
  form: string
}

export const plural = (number: number, one: string, other: string): Plural => ({
  number,
  form: number === 1 ? one : other,
})

/** The tag that makes one. Values are data: isolates in them that are not balanced are removed. */
export const sentence = (parts: TemplateStringsArray, ...values: (string | number | Plural)[]): Sentence =>
  parts.reduce((before, part, index) => {
    const value = values[index - 1] ?? ''
    return before + (typeof value === 'object' ? counted(value) : isolated(String(value))) + part
  }) as Sentence

const counted = ({ number, form }: Plural) => form.replace('#', isolated(number.toLocaleString('en-US')))

const isolated = (value: string) => `${OPEN}${isBalanced(value) ? value : plain(value)}${CLOSE}`

function isBalanced(value: string): boolean {
  let depth = 0
  for (const character of value) {
    if (character === OPEN) depth += 1
    else if (character === CLOSE) depth -= 1
    if (depth < 0) return false
  }
  return depth === 0
}

/** The text alone, without isolates: for mail, logs, CSV and the API's `message`. */
export const plain = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '')

/** What a translation needs: the pattern (`{0} pages could not be read.`) and its values as plain text, in their order. */
export function patternOf(text: string): { pattern: string; values: string[] } {
  const values: string[] = []
  let pattern = ''
  let depth = 0
  for (const character of text) {
    if (character === CLOSE && depth > 0) depth -= 1
    else if (character === OPEN) {
      if (depth === 0) pattern += `{${values.push('') - 1}}`
      depth += 1
    } else if (depth > 0) values[values.length - 1] += character
    else if (character !== CLOSE) pattern += character
  }
  return { pattern, values }
}
