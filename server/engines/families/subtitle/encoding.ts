import { analyse } from 'chardet'
import { type Sentence, sentence } from '../../kernel/sentence.ts'

/** Supported encodings by their Encoding Standard names. */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'koi8-r',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'big5',
  'gb18030',
] as const
type Encoding = (typeof ENCODINGS)[number]

/** Detected names that differ from the standard's. */
const OTHER_NAMES: Readonly<Record<string, Encoding>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-2': 'windows-1250',
  'iso-8859-5': 'windows-1251',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
}

/**
 * Decodes a file, with a warning if the encoding was guessed. `auto` tries a BOM, then UTF-8, then
 * statistical detection.
 */
export function decode(
  bytes: Uint8Array,
  encoding: Encoding | 'auto',
): { text: string; warnings: Sentence[] } {
  if (encoding !== 'auto') return { text: new TextDecoder(encoding).decode(bytes), warnings: [] }
  for (const [mark, name] of [
    [[0xff, 0xfe], 'utf-16le'],
    [[0xfe, 0xff], 'utf-16be'],
  ] as const)
    if (mark.every((byte, index) => bytes[index] === byte))
      return { text: new TextDecoder(name).decode(bytes), warnings: [] }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), warnings: [] }
  } catch {
    const guess = likely(bytes)
    return {
      text: new TextDecoder(guess).decode(bytes),
      warnings: [
        sentence`The encoding of the file was taken for ${guess}. If letters are wrong, choose another.`,
      ],
    }
  }
}

function likely(bytes: Uint8Array): Encoding {
  for (const { name } of analyse(bytes)) {
    const lower = name.toLowerCase()
    const found = OTHER_NAMES[lower] ?? ENCODINGS.find((one) => one === lower)
    if (found && !found.startsWith('utf')) return found
  }
  return 'windows-1252'
}
