import { createHash, randomBytes } from 'node:crypto'
import { Integer, OctetString } from 'asn1js'
import { type ContentInfo, MessageImprint, SignedData, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs'
import { SHA256, type StampTime } from './cms.ts'

const PATIENCE_MS = 15_000
/** A token with the authority's certificates takes a few kilobytes. */
const MOST_BYTES = 200_000

/** A time-stamp authority as RFC 3161 has it, over HTTP. Its answer counts where it is about what was asked, and now. */
export function timeStamper(url: string): StampTime {
  return async (signature) => {
    const imprint = createHash('sha256').update(signature).digest()
    // Positive, whatever chance says.
    const nonce = Uint8Array.from([0x4f, ...randomBytes(8)])
    const request = new TimeStampReq({
      version: 1,
      messageImprint: new MessageImprint({
        hashAlgorithm: SHA256(),
        hashedMessage: new OctetString({ valueHex: Uint8Array.from(imprint).buffer }),
      }),
      nonce: new Integer({ valueHex: nonce.buffer }),
      certReq: true,
    })
    const answer = await ask(url, Buffer.from(request.toSchema().toBER()))
    const { status, timeStampToken } = TimeStampResp.fromBER(answer)
    if (status.status > 1 || !timeStampToken)
      throw new Error(`The time-stamp authority refused: status ${status.status}.`)
    const stamped = infoOf(timeStampToken)
    const same =
      Buffer.from(stamped.messageImprint.hashedMessage.valueBlock.valueHexView).equals(imprint) &&
      stamped.nonce &&
      Buffer.from(stamped.nonce.valueBlock.valueHexView).equals(Buffer.from(nonce))
    if (!same) throw new Error('The time-stamp authority answered about something else.')
    return timeStampToken
  }
}

/** What a token says: of which bytes, and when. */
export function infoOf(token: ContentInfo): TSTInfo {
  const content = new SignedData({ schema: token.content }).encapContentInfo.eContent
  if (!content) throw new Error('The time stamp is empty.')
  return TSTInfo.fromBER(content.getValue())
}

async function ask(url: string, body: Buffer): Promise<ArrayBuffer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query' },
    body: Uint8Array.from(body),
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!response.ok) throw new Error(`The time-stamp authority answered ${response.status}.`)
  const answer = await response.arrayBuffer()
  if (answer.byteLength > MOST_BYTES) throw new Error('The time-stamp authority’s answer is too long.')
  return answer
}
