import { decompressRTF } from '@kenjiuno/decompressrtf'
import iconv from 'iconv-lite'
import { deEncapsulateSync } from 'rtf-stream-parser'

/** What a compressed body may unpack to, in bytes. */
const MOST_BYTES = 20 * 1024 * 1024

/**
 * The body that Outlook keeps as compressed RTF: the HTML or the text that the RTF was made from.
 * Null where it is neither, or damaged. Sources: [MS-OXRTFCP] 2.1, [MS-OXRTFEX] 2.1.
 */
export function rtfBody(compressed: Uint8Array): { html: string | null; text: string | null } | null {
  if (compressed.length < 16 || Buffer.from(compressed).readUInt32LE(4) > MOST_BYTES) return null
  try {
    const rtf = Buffer.from(decompressRTF([...compressed]))
    const { mode, text } = deEncapsulateSync(rtf, { decode: iconv.decode, warn: () => {} })
    const body = text.toString()
    return mode === 'html' ? { html: body, text: null } : { html: null, text: body }
  } catch (error) {
    process.stderr.write(`${error}\n`)
    return null
  }
}

/** Text in one of Windows' code pages; Windows-1252 where the page is unknown. */
export function decodePage(bytes: Uint8Array, page: number | undefined): string {
  if (page === undefined || page === 65001) return Buffer.from(bytes).toString('utf8')
  if (page === 50220 || page === 50221 || page === 50222) return new TextDecoder('iso-2022-jp').decode(bytes)
  const name = page === 20127 ? 'ascii' : String(page)
  return iconv.decode(Buffer.from(bytes), iconv.encodingExists(name) ? name : 'windows-1252')
}
