/**
 * First strong isolate and pop directional isolate: they isolate a value in text of either
 * direction. Source: Unicode UAX #9.
 */
const [OPEN, CLOSE] = ['\u2068', '\u2069']

export const isolated = (value: string): string => `${OPEN}${value}${CLOSE}`

/** The text without isolates: for mail, logs, CSV and the API's `message`. */
export const plain = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '')

/**
 * A sentence for translation: its pattern (`{0} pages could not be read.`) and its values in their
 * order. A value is plain text; one that is a sentence keeps isolates around itself
 * and around its own values.
 */
export function patternOf(text: string): { pattern: string; values: string[] } {
  const values: string[] = []
  let pattern = ''
  let depth = 0
  for (const character of text) {
    if (character === CLOSE && depth > 0) depth -= 1
    if (depth > 0) values[values.length - 1] += character
    else if (character === OPEN) pattern += `{${values.push('') - 1}}`
    else if (character !== CLOSE) pattern += character
    if (character === OPEN) depth += 1
  }
  return { pattern, values }
}

/** The sentence in a value, or null if the value is plain text. */
export const nestedIn = (value: string): string | null =>
  value.startsWith(OPEN) && value.endsWith(CLOSE) ? value.slice(OPEN.length, -CLOSE.length) : null
