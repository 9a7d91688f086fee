import { ExtKeyUsage, TSTInfo } from 'pkijs'
import { certificateDetails } from './certificate-details.ts'
import { checkSignature, refuseWeak } from './check-signature.ts'
import { digestName, OID } from './oids.ts'
import type { Stamp } from './report.ts'
import { isSame, type OpenedSignature, openSignature, Refused } from './signed-data.ts'

/**
 * Parses a time-stamp token (RFC 3161) and verifies it: for the right bytes, and signed with a
 * time-stamping certificate. Does not verify the authority's identity.
 * @param hash returns the digest of what should be stamped, by the hash's name
 */
export async function checkStamp(
  token: Uint8Array<ArrayBuffer>,
  hash: (name: string) => Promise<Uint8Array>,
): Promise<Stamp> {
  let stamp: Stamp = { at: null, authority: '', why: 'contents' }
  try {
    const opened = openSignature(token)
    const info = infoIn(opened)
    const at = info.genTime.getTime()
    const authority = await certificateDetails(opened.own)
    stamp = { at, authority: authority.name, why: 'contents' }
    refuseWeak(opened)
    const { hashAlgorithm, hashedMessage } = info.messageImprint
    const imprint = await hash(digestName(hashAlgorithm.algorithmId))
    if (!isSame(imprint, hashedMessage.valueBlock.valueHexView)) throw new Refused('digest')
    const content = opened.content.bytes as Uint8Array<ArrayBuffer>
    const digest = new Uint8Array(await crypto.subtle.digest(opened.digest, content))
    await checkSignature(opened, digest, true)
    if (at < authority.validFrom || at > authority.validUntil || !isForStamping(opened))
      throw new Refused('certificate')
    return { ...stamp, why: null }
  } catch (error) {
    return { ...stamp, why: error instanceof Refused ? error.why : 'contents' }
  }
}

/** @throws Refused if it is no token */
export function infoIn({ content }: OpenedSignature): TSTInfo {
  if (content.type !== OID.tstInfo || !content.bytes) throw new Refused('contents')
  return TSTInfo.fromBER(content.bytes)
}

function isForStamping({ own }: OpenedSignature): boolean {
  const usage = own.certificate.extensions?.find(({ extnID }) => extnID === OID.extendedKeyUsage)?.parsedValue
  return usage instanceof ExtKeyUsage && usage.keyPurposes.includes(OID.timeStamping)
}
