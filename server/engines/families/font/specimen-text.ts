import { nameOf, type Opened } from './harfbuzz.ts'

/** Sample letters of each script. */
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
 * Japanese kana, and a simplified Chinese letter that Japanese fonts lack: most Chinese fonts have
 * kana too.
 */
const JAPANESE = 'あ永'
const CHINESE = '们'
const FAMILY_NAME = 1
/** The maximum number of code points examined for the script. */
const MOST = 70_000

const isPrivate = (code: number) => (code >= 0xe000 && code <= 0xf8ff) || code >= 0xf0000
const isLetter = (code: number) => /\p{L}/u.test(String.fromCodePoint(code))

/**
 * Sample letters for a font: of the script in its name, or of most of its characters. Null for icon
 * fonts and fonts without letters.
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

/** The scripts of a font: that of its name first, then by number of characters. */
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
