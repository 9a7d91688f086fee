import type { ZipEntry } from '../../kernel/source/zip.ts'

/** Encodings of ZIP names; `auto` detects them. */
export const NAME_ENCODINGS = [
  'auto',
  'utf-8',
  'cp437',
  'windows-1252',
  'ibm866',
  'shift_jis',
  'gbk',
  'big5',
  'euc-kr',
] as const
export type NameEncoding = (typeof NAME_ENCODINGS)[number]

/** The upper half (from 0x80) of CP437, the default encoding of ZIP. */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'

/**
 * Decoded ZIP names without a stated encoding by directory index, and that encoding; null if all
 * names are Unicode or ASCII.
 */
export function decodeZipNames(
  entries: readonly ZipEntry[],
  wanted: NameEncoding,
): { names: Map<number, string>; encoding: string } | null {
  const unstated = [...entries.entries()].filter(
    ([, { bytes, unicode }]) => !unicode && bytes.some((byte) => byte > 0x7f),
  )
  if (unstated.length === 0) return null
  const bytes = unstated.map(([, entry]) => entry.bytes)
  const encoding = wanted === 'auto' ? guess(bytes) : wanted
  return {
    names: new Map(unstated.map(([at, entry]) => [at, decode(entry.bytes, encoding)])),
    encoding,
  }
}

/**
 * Many programs write UTF-8 unmarked. Kana identifies Japanese, since other decodings don't give it
 * by chance.
 */
function guess(names: readonly Buffer[]): NameEncoding {
  if (names.every((name) => strictly(name, 'utf-8') !== null)) return 'utf-8'
  const japanese = names.map((name) => strictly(name, 'shift_jis'))
  const isJapanese = japanese.every((name) => name !== null) && /[\u3041-\u30fe]/.test(japanese.join(''))
  return isJapanese ? 'shift_jis' : 'cp437'
}

function strictly(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

function decode(bytes: Buffer, encoding: string): string {
  if (encoding !== 'cp437') return new TextDecoder(encoding).decode(bytes)
  return [...bytes]
    .map((byte) => (byte < 0x80 ? String.fromCharCode(byte) : (CP437[byte - 0x80] ?? '')))
    .join('')
}
