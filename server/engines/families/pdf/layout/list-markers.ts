import type { ListItem } from './model.ts'

/** The marker of a list item. */
export interface Marker {
  format: ListItem['format']
  pattern: string
  value: number
  /** Its length in characters, including the space after it. */
  length: number
}

const BULLET = /^([•◦▪▫‣●○■□◆◇►▶➢➤✓✔❖·∙⁃\uf0b7\uf0a7\uf0d8\uf0fc\uf02d\uf076o–—*-])\s+(?=\S)/u
const NUMBER = /^(\(?)(\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})([.)])\s+(?=\S)/
/** Symbol font characters and their bullets. */
const SYMBOLS: Readonly<Record<string, string>> = {
  '\uf0b7': '•',
  '\uf0a7': '▪',
  '\uf0d8': '➢',
  '\uf0fc': '✓',
  '\uf02d': '–',
  '\uf076': '❖',
}

/**
 * The list marker at the start of a text; null if there is none. Single-letter Roman numerals count
 * as letters.
 */
export function markerOf(text: string): Marker | null {
  const bullet = BULLET.exec(text)
  if (bullet) {
    const pattern = SYMBOLS[bullet[1] ?? ''] ?? bullet[1] ?? '•'
    return { format: 'bullet', pattern, value: 0, length: bullet[0].length }
  }
  const number = NUMBER.exec(text)
  if (!number) return null
  const [whole, open = '', word = '', close = ''] = number
  if (open !== '' && close === '.') return null
  const pattern = `${open}%${close}`
  const length = whole.length
  if (/^\d/.test(word)) return { format: 'decimal', pattern, value: Number(word), length }
  const upper = word === word.toUpperCase()
  if (word.length === 1 && !/i/i.test(word))
    return {
      format: upper ? 'upperLetter' : 'lowerLetter',
      pattern,
      value: word.toLowerCase().charCodeAt(0) - 96,
      length,
    }
  const value = romanValue(word.toLowerCase())
  return value === null ? null : { format: upper ? 'upperRoman' : 'lowerRoman', pattern, value, length }
}

const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10 }

/** The value of a Roman numeral; null if it is invalid. */
function romanValue(word: string): number | null {
  if (!/^x{0,3}(ix|iv|v?i{0,3})$/.test(word)) return null
  let value = 0
  for (const [index, letter] of [...word].entries()) {
    const own = ROMAN[letter] ?? 0
    value += own < (ROMAN[word[index + 1] ?? ''] ?? 0) ? -own : own
  }
  return value
}
