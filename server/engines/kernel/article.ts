/** Abbreviations pronounced as words whose first letter's name begins with a vowel. */
const SPOKEN = new Set(['FITS', 'FLAC', 'HEIC', 'STEP'])

/**
 * A name with its article: `an ODS`, `a PDF`. Abbreviations follow the sound of their first letter.
 */
export function withArticle(name: string): string {
  const [word = ''] = name.split(' ')
  const vowel = /^[AEFHILMNORSX][A-Z0-9]/.test(word) ? !SPOKEN.has(word) : /^[aeio]/i.test(word)
  return `${vowel ? 'an' : 'a'} ${name}`
}
