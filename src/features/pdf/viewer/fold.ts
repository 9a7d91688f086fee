/** A text normalized for search: case, accents, ligatures and line breaks are ignored. */
export interface Folded {
  text: string
  /** For each character, its index in the original text, plus one entry for the end. */
  origins: Uint32Array
}

export interface FoldOptions {
  matchCase?: boolean
}

/** Combining accents and vowel points, and the Arabic tatweel. */
const MARK = /[\p{Mn}\u0640\u00ad\u200b-\u200f\u2060\ufeff]/u
const SPACE = /\s/
/** Chinese and Japanese lines break anywhere, without a space. Hangul uses spaces. */
const NO_SPACE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u
const LETTER = /\p{L}/u
/** Decomposed, 가 would be found in 각, and か in が. */
const WHOLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Equivalents of letters without a decomposition. */
const LIKE: Record<string, string> = {
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
  '’': "'",
  '‘': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '‐': '-',
  '‑': '-',
  '−': '-',
}

export function fold(given: string, { matchCase = false }: FoldOptions = {}): Folded {
  let text = ''
  const origins: number[] = []
  const put = (piece: string, origin: number) => {
    text += piece
    for (let at = 0; at < piece.length; at++) origins.push(origin)
  }
  let index = 0
  while (index < given.length) {
    const char = String.fromCodePoint(given.codePointAt(index)!)
    const next = index + char.length
    if (SPACE.test(char)) {
      let end = next
      let broken = char === '\n'
      while (end < given.length && SPACE.test(given[end]!)) {
        broken ||= given[end] === '\n'
        end++
      }
      const before = given[index - 1] ?? ''
      const after = given[end] ?? ''
      const joined = broken && NO_SPACE.test(before) && NO_SPACE.test(after)
      // A word that is hyphenated at a line break is one word.
      const divided =
        broken && text.endsWith('-') && LETTER.test(given[index - 2] ?? '') && LETTER.test(after)
      if (divided) {
        text = text.slice(0, -1)
        origins.pop()
      } else if (!joined && text !== '' && end < given.length) put(' ', index)
      index = end
      continue
    }
    for (const part of char.normalize(WHOLE.test(char) ? 'NFKC' : 'NFKD')) {
      if (MARK.test(part)) continue
      const like = LIKE[part] ?? part
      put(matchCase ? like : like.toLowerCase(), index)
    }
    index = next
  }
  return { text, origins: Uint32Array.from([...origins, given.length]) }
}
