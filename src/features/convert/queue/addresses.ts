/** The server imports each of them; longer lists should be split. */
export const MAX_ADDRESSES = 100

/** The URLs in a text that contains nothing else, separated by lines or spaces. Null otherwise. */
export function addressesIn(text: string): string[] | null {
  const words = text.split(/\s+/).filter(Boolean)
  return words.length > 0 && words.every(isAddress) ? [...new Set(words)] : null
}

const isAddress = (word: string): boolean => /^https?:\/\//i.test(word) && URL.canParse(word)
