/** First strong isolate and its end, which keep a name's direction, in plain text too. */
const OPEN = '\u2068'
const CLOSE = '\u2069'
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Marks the object of a sentence. Its direction characters are removed, so that it cannot end the
 * mark.
 */
export const strong = (text: string): string => `${OPEN}${text.replace(DIRECTION, '')}${CLOSE}`

/** Splits a sentence into marked and other parts. */
export function partsOf(sentence: string): { text: string; marked: boolean }[] {
  return sentence
    .split(new RegExp(`(${OPEN}[^${CLOSE}]*${CLOSE})`))
    .filter((part) => part !== '')
    .map((part) =>
      part.startsWith(OPEN) ? { text: part.slice(1, -1), marked: true } : { text: part, marked: false },
    )
}

/** A sentence as plain text, for a screen reader. */
export const plainOf = (sentence: string): string => sentence.replace(DIRECTION, '')
