import { createHash } from 'node:crypto'
import { Certificate, type ContentInfo, ExtKeyUsage, IssuerAndSerialNumber, SignedData, TSTInfo } from 'pkijs'

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const TST_INFO = '1.2.840.113549.1.9.16.1.4'
const SHA256 = '2.16.840.1.101.3.4.2.1'
const EXTENDED_KEY_USAGE = '2.5.29.37'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'

/**
 * Verifies that a time-stamp token is for these bytes, is signed with an included time-stamping
 * certificate, and that the included chain is valid (RFC 3161, 2.4.2). The operator decides which
 * authority to trust, by its URL.
 * @returns the token's content
 * @throws Error with the reason
 */
export async function checkToken(token: ContentInfo, stamped: Uint8Array): Promise<TSTInfo> {
  if (token.contentType !== SIGNED_DATA) throw wrong('no signed token')
  const signed = new SignedData({ schema: token.content })
  const { eContent, eContentType } = signed.encapContentInfo
  if (eContentType !== TST_INFO || !eContent) throw wrong('no time')
  const info = TSTInfo.fromBER(eContent.getValue())
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  const imprint = createHash('sha256').update(stamped).digest()
  if (hashAlgorithm.algorithmId !== SHA256 || !imprint.equals(hashedMessage.valueBlock.valueHexView))
    throw wrong('a time of something else')
  const certificates = (signed.certificates ?? []).filter((one) => one instanceof Certificate)
  const own = signerOf(signed, certificates)
  const good = await signed
    .verify({ signer: 0, data: Uint8Array.from(stamped).buffer, checkChain: false })
    .catch(() => false)
  if (!good) throw wrong('a signature that does not hold')
  const at = info.genTime
  if (!isForStamping(own) || at < own.notBefore.value || at > own.notAfter.value)
    throw wrong('a certificate that is not for stamping this time')
  await checkChain(own, certificates)
  return info
}

const wrong = (what: string) => new Error(`The time-stamp authority sent ${what}.`)

function signerOf({ signerInfos }: SignedData, certificates: readonly Certificate[]): Certificate {
  const [signer, ...others] = signerInfos
  const sid = signer?.sid
  const own = certificates.find(
    ({ issuer, serialNumber }) =>
      sid instanceof IssuerAndSerialNumber &&
      issuer.isEqual(sid.issuer) &&
      serialNumber.isEqual(sid.serialNumber),
  )
  if (!own || others.length > 0) throw wrong('no certificate of its own')
  return own
}

const isForStamping = ({ extensions = [] }: Certificate): boolean =>
  extensions.some(
    ({ extnID, parsedValue }) =>
      extnID === EXTENDED_KEY_USAGE &&
      parsedValue instanceof ExtKeyUsage &&
      parsedValue.keyPurposes.includes(TIME_STAMPING),
  )

/** Verifies each certificate with its issuer, as far as issuers are included. */
async function checkChain(own: Certificate, certificates: readonly Certificate[]): Promise<void> {
  let one = own
  for (let steps = 0; steps < certificates.length; steps++) {
    const named = certificates.filter(({ subject }) => subject.isEqual(one.issuer))
    if (named.length === 0) return
    const signed = await Promise.all(named.map((issuer) => one.verify(issuer).catch(() => false)))
    const issuer = named[signed.indexOf(true)]
    if (!issuer) throw wrong('a certificate that was not made by whom it names')
    if (issuer.subject.isEqual(issuer.issuer)) return
    one = issuer
  }
}
