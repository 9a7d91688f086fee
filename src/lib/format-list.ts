/** "Ana, Tom and Joel", in the language of the page. */
export const formatList = (words: readonly string[], locale?: string): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(words)
