import { nameOf, type Opened } from './harfbuzz.ts'

/** A few letters that show what a script is like in a font. */
const LETTERS: Record<string, string> = {
  Latin: 'Ag',
  Greek: 'Αγ',
  Cyrillic: 'Жд',
  Armenian: 'Աբ',
  Georgian: 'აბ',
  Hebrew: 'אב',
  Arabic: 'أبجد',
  Devanagari: 'अक',
  Bengali: 'অক',
  Gurmukhi: 'ਅਕ',
  Gujarati: 'અક',
  Tamil: 'அக',
  Telugu: 'అక',
  Kannada: 'ಅಕ',
  Malayalam: 'അക',
  Sinhala: 'අක',
  Thai: 'กข',
  Lao: 'ກຂ',
  Tibetan: 'ཀཁ',
  Myanmar: 'ကခ',
  Khmer: 'កខ',
  Ethiopic: 'ሀለ',
  Hangul: '한글',
  Hiragana: 'あア',
  Han: '永字',
}
const SCRIPTS = Object.keys(LETTERS).map((name) => ({
  name,
  pattern: new RegExp(`\\p{Script=${name}}`, 'u'),
}))
/**
 * What a Japanese font writes, and a letter of today's Chinese that it does not: most Chinese fonts
 * have kana as well.
 */
const JAPANESE = 'あ永'
const CHINESE = '们'
const FAMILY_NAME = 1
/** Code points looked at; a font that has more tells its script by these. */
const MOST = 70_000

const isPrivate = (code: number) => (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000
const isLetter = (code: number) => /\p{L}/u.test(String.fromCodePoint(code))

/**
 * What to write to show a font: letters of the script that its name names, or that most of its
 * characters are of. Null for a font of icons, and for one without letters.
 */
export function specimenText(opened: Opened): string | null {
  const codes = [...opened.unicodes.slice(0, MOST)].filter((code) => code < 0xd800 || code > 0xdfff)
  if (codes.filter(isPrivate).length > codes.length / 2) return null
  const has = new Set(codes)
  const writable = (text: string) => [...text].every((letter) => has.has(letter.codePointAt(0) ?? 0))
  const scripts = scriptsOf(opened, codes)
  for (const script of scripts) {
    if (script === 'Han' && writable(JAPANESE) && !writable(CHINESE)) return JAPANESE
    const text = LETTERS[script]
    if (text && writable(text)) return text
  }
  const pattern = SCRIPTS.find(({ name }) => name === scripts[0])?.pattern
  const own = codes.filter((code) => isLetter(code) && (!pattern || pattern.test(String.fromCodePoint(code))))
  return own.length > 0 ? String.fromCodePoint(...own.slice(0, 2)) : null
}

/** The scripts that a font has characters of: the one of its name, then those with the most. */
function scriptsOf(opened: Opened, codes: readonly number[]): string[] {
  const family = nameOf(opened, FAMILY_NAME)
  return SCRIPTS.map(({ name, pattern }) => ({
    name,
    count: codes.filter((code) => pattern.test(String.fromCodePoint(code))).length,
    named: name !== 'Latin' && new RegExp(`\\b${name}\\b`, 'i').test(family),
  }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => Number(b.named) - Number(a.named) || b.count - a.count)
    .map(({ name }) => name)
}
