import { fromBER } from 'asn1js'
import { ContentInfo, SignedData } from 'pkijs'
import { encryptedMessage } from './failures.ts'

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const ENVELOPED = ['1.2.840.113549.1.7.3', '1.2.840.113549.1.9.16.1.23']

/**
 * The message inside an opaque S/MIME signature (RFC 8551, 3.5.2), or null where there is none.
 * @throws EngineFailure source_encrypted
 */
export function unwrapSigned(bytes: Uint8Array): Uint8Array | null {
  let info: ContentInfo
  try {
    const { result } = fromBER(bytes.slice().buffer)
    info = new ContentInfo({ schema: result })
  } catch {
    return null
  }
  if (ENVELOPED.includes(info.contentType)) throw encryptedMessage('S/MIME')
  if (info.contentType !== SIGNED_DATA) return null
  try {
    const content = new SignedData({ schema: info.content }).encapContentInfo.eContent
    return content ? new Uint8Array(content.getValue()) : null
  } catch {
    return null
  }
}
