import { type BaseBlock, Constructed, fromBER, OctetString, Sequence } from 'asn1js'
import { type Attribute, Certificate, ContentInfo, SignedData, type SignerInfo } from 'pkijs'
import type { SentCertificate } from './certificate-details.ts'
import { digestName, OID } from './oids.ts'
import type { Why } from './report.ts'

/** Why a signature is not accepted. */
export class Refused extends Error {
  readonly why: Why
  constructor(why: Why) {
    super(why)
    this.why = why
  }
}

/** A parsed signature with one signer. */
export interface OpenedSignature {
  signer: SignerInfo
  own: SentCertificate
  digest: string
  /** The signed content if it is embedded; null if it is detached. */
  content: { type: string; bytes: Uint8Array<ArrayBuffer> | null }
}

/**
 * @param room the signature in DER, followed only by zero padding
 * @throws Refused if it is invalid, or not of one signer with an embedded certificate
 */
export function openSignature(room: Uint8Array<ArrayBuffer>): OpenedSignature {
  const { offset, result } = fromBER(room)
  if (offset <= 0 || room.subarray(offset).some((byte) => byte !== 0)) throw new Refused('contents')
  try {
    const data = signedDataOf(result)
    const [signer, ...others] = data.signerInfos
    if (!signer || others.length > 0) throw new Refused('kind')
    if (!signer.signedAttrs) throw new Refused('kind')
    const digest = digestName(signer.digestAlgorithm.algorithmId)
    const listed = data.digestAlgorithms.map(({ algorithmId }) => digestName(algorithmId))
    if (listed.length !== 1 || listed[0] !== digest || signer.version > 3) throw new Refused('contents')
    const { eContentType: type, eContent } = data.encapContentInfo
    const bytes = eContent ? new Uint8Array(eContent.getValue()) : null
    return { signer, own: ownOf(signer, certificatesIn(result)), digest, content: { type, bytes } }
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('contents')
  }
}

function signedDataOf(block: BaseBlock): SignedData {
  const info = new ContentInfo({ schema: block })
  if (info.contentType !== OID.signedData) throw new Refused('contents')
  const data = new SignedData({ schema: info.content })
  if (![1, 3].includes(data.version)) throw new Refused('contents')
  return data
}

/** All embedded certificates, each with its original bytes. */
function certificatesIn(info: BaseBlock): SentCertificate[] {
  const signedData = childrenOf(childrenOf(info)[1])[0]
  const list = childrenOf(signedData).find(isTagged(0))
  return childrenOf(list).flatMap((block) => {
    const der = new Uint8Array(block.valueBeforeDecodeView)
    return block.idBlock.tagClass === 1 ? [{ der, certificate: Certificate.fromBER(der) }] : []
  })
}

const childrenOf = (block: BaseBlock | undefined): BaseBlock[] =>
  block instanceof Constructed || block instanceof Sequence ? (block.valueBlock.value as BaseBlock[]) : []
const isTagged = (tag: number) => (block: BaseBlock) =>
  block.idBlock.tagClass === 3 && block.idBlock.tagNumber === tag

function ownOf(signer: SignerInfo, certificates: readonly SentCertificate[]): SentCertificate {
  const sid = signer.sid as { issuer?: Certificate['issuer']; serialNumber?: Certificate['serialNumber'] }
  const own = certificates.find(
    ({ certificate: { issuer, serialNumber } }) =>
      sid.issuer && sid.serialNumber && issuer.isEqual(sid.issuer) && serialNumber.isEqual(sid.serialNumber),
  )
  if (!own) throw new Refused('certificate')
  return own
}

/** The value of an attribute; null if it is missing. @throws Refused if it occurs twice */
export function attributeOf(attributes: readonly Attribute[], type: string): BaseBlock | null {
  const found = attributes.filter((one) => one.type === type)
  if (found.length > 1 || found.some(({ values }) => values.length !== 1)) throw new Refused('contents')
  return (found[0]?.values[0] as BaseBlock | undefined) ?? null
}

export const bytesOf = (block: BaseBlock | null): Uint8Array | null =>
  block instanceof OctetString ? new Uint8Array(block.getValue()) : null

export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at])
