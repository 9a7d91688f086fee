/**
 * First strong isolate and its end: a name keeps its own direction between them, also in plain
 * text.
 */
const OPEN = '\u2068'
const CLOSE = '\u2069'
const DIRECTION = /[\u202a-\u202e\u2066-\u2069]/g

/**
 * Marks the object of a sentence. Direction characters of its own are removed, so that it cannot
 * end the mark.
 */
export const strong = (text: string): string => `${OPEN}${text.replace(DIRECTION, '')}${CLOSE}`

/** A sentence in parts, those that were marked and those between them. */
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
