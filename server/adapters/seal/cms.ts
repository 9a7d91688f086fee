import { createHash, type webcrypto } from 'node:crypto'
import { Null, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  type Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'

/** Names as in RFC 5652 and RFC 5035. */
const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const

/**
 * The identity of the seal. The first certificate is the key's, the others are the chain to its
 * authority.
 */
export interface SealIdentity {
  key: webcrypto.CryptoKey
  chain: readonly [Certificate, ...Certificate[]]
}

/** Requests a time stamp for these bytes. @returns the token */
export type StampTime = (signature: Uint8Array) => Promise<ContentInfo>

/**
 * A detached CMS signature for PAdES (ETSI EN 319 142-1, B-B): signs content type, message digest
 * and signing certificate, but no time, which is in the PDF (`M`) or comes from an authority (B-T).
 * @param digest SHA-256 of the signed bytes
 * @returns DER
 */
export async function signDigest(
  { key, chain }: SealIdentity,
  digest: Uint8Array,
  stampTime: StampTime | null,
): Promise<Buffer> {
  const [own] = chain
  const signedAttrs = new SignedAndUnsignedAttributes({
    type: 0,
    attributes: [
      attribute(OID.contentType, new ObjectIdentifier({ value: OID.data })),
      attribute(OID.messageDigest, octets(digest)),
      attribute(OID.signingCertificateV2, signingCertificate(own)),
    ],
  })
  const signed = new SignedData({
    version: 1,
    certificates: [...chain],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: OID.data }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        signedAttrs,
      }),
    ],
  })
  // With signed attributes the signature covers only these: they contain the digest, so the bytes
  // are not needed.
  await signed.sign(forPki(key), 0, 'SHA-256', digest.slice().buffer)
  const [signer] = signed.signerInfos
  if (stampTime && signer) {
    const token = await stampTime(signer.signature.valueBlock.valueHexView)
    signer.unsignedAttrs = new SignedAndUnsignedAttributes({
      type: 1,
      attributes: [attribute(OID.timeStampToken, token.toSchema())],
    })
  }
  const content = new ContentInfo({ contentType: OID.signedData, content: signed.toSchema(true) })
  return Buffer.from(content.toSchema().toBER(false))
}

/**
 * References the certificate by hash, so that another certificate of the same key cannot replace
 * it.
 */
function signingCertificate(certificate: Certificate) {
  const hash = createHash('sha256').update(derOf(certificate)).digest()
  return sequence(sequence(sequence(octets(hash))))
}

/**
 * The library declares the browser's key type, which is identical to Node's except for its name.
 */
export const forPki = (key: webcrypto.CryptoKey) => key as never

export const derOf = (certificate: Certificate): Buffer =>
  Buffer.from(certificate.toSchema(true).toBER(false))

export const SHA256 = () => new AlgorithmIdentifier({ algorithmId: OID.sha256, algorithmParams: new Null() })

const octets = (bytes: Uint8Array) => new OctetString({ valueHex: bytes.slice().buffer })
const sequence = (...value: Sequence[] | OctetString[]) => new Sequence({ value })
const attribute = (type: string, value: unknown) => new Attribute({ type, values: [value] })
