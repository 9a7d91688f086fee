import { decompressRTF } from '@kenjiuno/decompressrtf'
import iconv from 'iconv-lite'
import { deEncapsulateSync } from 'rtf-stream-parser'

/** Maximum decompressed size of a body, in bytes. */
const MOST_BYTES = 20 * 1024 * 1024

/**
 * Extracts the HTML or text that is encapsulated in Outlook's compressed RTF. Null if there is
 * none, or if it is damaged. Sources: [MS-OXRTFCP] 2.1, [MS-OXRTFEX] 2.1.
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

/** Decodes a Windows code page; unknown ones count as Windows-1252. */
export function decodePage(bytes: Uint8Array, page: number | undefined): string {
  if (page === undefined || page === 65001) return Buffer.from(bytes).toString('utf8')
  if (page === 50220 || page === 50221 || page === 50222) return new TextDecoder('iso-2022-jp').decode(bytes)
  const name = page === 20127 ? 'ascii' : String(page)
  return iconv.decode(Buffer.from(bytes), iconv.encodingExists(name) ? name : 'windows-1252')
}
