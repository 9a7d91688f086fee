/** Each is fetched by the service: more at once are a list of their own. */
export const MAX_ADDRESSES = 100

/**
 * The web addresses in a text that holds nothing else: one a line, or with spaces between. Null
 * when it holds more.
 */
export function addressesIn(text: string): string[] | null {
  const words = text.split(/\s+/).filter(Boolean)
  return words.length > 0 && words.every(isAddress) ? [...new Set(words)] : null
}

const isAddress = (word: string): boolean => /^https?:\/\//i.test(word) && URL.canParse(word)
