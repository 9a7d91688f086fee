/** Abbreviations that are spoken as a word, though spelling them would begin with a vowel. */
const SPOKEN = new Set(['FITS', 'FLAC', 'HEIC', 'STEP'])

/**
 * A name with its article: `an ODS`, `a PDF`, `an audio`. Abbreviations go by how their first
 * letter is spoken.
 */
export function withArticle(name: string): string {
  const [word = ''] = name.split(' ')
  const vowel = /^[AEFHILMNORSX][A-Z0-9]/.test(word) ? !SPOKEN.has(word) : /^[aeio]/i.test(word)
  return `${vowel ? 'an' : 'a'} ${name}`
}
