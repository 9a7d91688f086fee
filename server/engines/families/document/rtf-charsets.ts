import { TextDecoder } from 'node:util'

/** Encoding standard labels by Windows code page. */
const CODE_PAGES: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  54936: 'gb18030',
  65001: 'utf-8',
}

/** Code pages by `\fcharset` value: RTF specification 1.9.1, "Font table". */
const CHARSETS: Readonly<Record<number, number>> = {
  0: 1252,
  77: 10000,
  128: 932,
  129: 949,
  134: 936,
  136: 950,
  161: 1253,
  162: 1254,
  163: 1258,
  177: 1255,
  178: 1256,
  186: 1257,
  204: 1251,
  222: 874,
  238: 1250,
}

const decoders = new Map<string, TextDecoder>()

/** The decoder of a code page; null if unknown. */
export function decoderOfCodePage(page: number): TextDecoder | null {
  const label = page >= 1250 && page <= 1258 ? `windows-${page}` : CODE_PAGES[page]
  if (!label) return null
  const decoder = decoders.get(label) ?? new TextDecoder(label)
  decoders.set(label, decoder)
  return decoder
}

export function decoderOfCharset(charset: number): TextDecoder | null {
  const page = CHARSETS[charset]
  return page === undefined ? null : decoderOfCodePage(page)
}

/** Whether a byte is the lead byte of a two-byte character. */
export function isLead(decoder: TextDecoder, byte: number): boolean {
  if (decoder.encoding === 'shift_jis')
    return (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc)
  return ['gbk', 'gb18030', 'euc-kr', 'big5'].includes(decoder.encoding) && byte >= 0x81 && byte <= 0xfe
}
