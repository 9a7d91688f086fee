/** "Ana, Tom and Joel", in the page's language. */
export const formatList = (words: readonly string[], locale?: string): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)
