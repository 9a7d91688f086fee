import { createHash, randomBytes } from 'node:crypto'
import { Integer, OctetString } from 'asn1js'
import { MessageImprint, TimeStampReq, TimeStampResp } from 'pkijs'
import { checkToken } from './check-token.ts'
import { SHA256, type StampTime } from './cms.ts'

const PATIENCE_MS = 15_000
/** Response limit in bytes; a token with certificates has a few kilobytes. */
const MOST_BYTES = 200_000

/**
 * A client of an RFC 3161 time-stamp authority over HTTP. Accepts a response only if it is valid,
 * matches the request, and is current.
 */
export function timeStamper(url: string): StampTime {
  return async (signature) => {
    const imprint = createHash('sha256').update(signature).digest()
    // Always positive.
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
    const said = (await checkToken(timeStampToken, signature)).nonce?.valueBlock.valueHexView
    if (!said || !Buffer.from(nonce).equals(said))
      throw new Error('The time-stamp authority answered what was asked another time.')
    return timeStampToken
  }
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
