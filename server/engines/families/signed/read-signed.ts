import { createHash } from 'node:crypto'
import { fromBER, type OctetString } from 'asn1js'
import { Certificate, ContentInfo, IssuerAndSerialNumber, SignedData, type SignerInfo } from 'pkijs'
import { EngineFailure } from '../../kernel/engine.ts'
import { sentence } from '../../kernel/sentence.ts'
import { looksSigned } from '../../kernel/source/signed-head.ts'
import { digestName, nameText } from './names.ts'

/** The report on one signature; null for unchecked values. */
interface SignatureReport {
  /** 1 for the outermost envelope. */
  envelope: number
  signer: {
    subject: string
    issuer: string
    serial_number: string
    valid_from: string
    valid_to: string
  } | null
  /** The signer's own, unproven time. */
  signing_time: string | null
  digest_algorithm: string
  /** Whether the content matches the signed digest. */
  digest_holds: boolean | null
  /** Whether the certificate's key made the signature; not checked if the digest doesn't match. */
  signature_holds: boolean | null
}

interface SignedReport {
  content: { included: boolean; bytes: number | null; sha256: string | null }
  envelopes: number
  signatures: SignatureReport[]
  note: string
}

const NOTE =
  'The digests and signatures were checked with the certificates in the file. Whether the certificates are trusted, valid or revoked was not checked.'

const SIGNED_DATA = '1.2.840.113549.1.7.2'
const ENVELOPED_DATA = '1.2.840.113549.1.7.3'
const MESSAGE_DIGEST = '1.2.840.113549.1.9.4'
const SIGNING_TIME = '1.2.840.113549.1.9.5'
const MOST_ENVELOPES = 5
const MOST_SIGNERS = 50

interface Opened {
  /** Null for a detached signature. */
  content: Buffer | null
  report: SignedReport
}

/**
 * Opens a signed container (CMS, RFC 5652) and nested ones, and verifies each signature with the
 * included certificates.
 * @throws EngineFailure source_damaged, source_encrypted, source_too_complex
 */
export async function readSigned(given: Buffer): Promise<Opened> {
  const signatures: SignatureReport[] = []
  let content: Buffer | null = given
  let envelopes = 0
  while (content && looksSigned(content)) {
    envelopes += 1
    if (envelopes > MOST_ENVELOPES) throw tooDeep()
    const signed = parse(derOf(content))
    content = contentOf(signed)
    signatures.push(...(await checkSigners(signed, content, envelopes)))
  }
  if (envelopes === 0) throw damaged()
  const sha256 = content && createHash('sha256').update(content).digest('hex')
  return {
    content,
    report: {
      content: { included: content !== null, bytes: content?.length ?? null, sha256 },
      envelopes,
      signatures,
      note: NOTE,
    },
  }
}

/** The DER bytes of a container in PEM or base64. */
function derOf(bytes: Buffer): Buffer {
  if (bytes[0] === 0x30) return bytes
  const text = bytes.toString('latin1').replace(/-----(BEGIN|END)[^-\r\n]*-----/g, '')
  return Buffer.from(text.replace(/\s/g, ''), 'base64')
}

function parse(der: Buffer): SignedData {
  let info: ContentInfo
  try {
    const { result, offset } = fromBER(Uint8Array.from(der).buffer)
    if (offset === -1) throw new Error(result.error)
    info = new ContentInfo({ schema: result })
    if (info.contentType === SIGNED_DATA) return new SignedData({ schema: info.content })
  } catch (error) {
    throw damaged(error)
  }
  if (info.contentType === ENVELOPED_DATA) throw encrypted()
  throw damaged()
}

function contentOf(signed: SignedData): Buffer | null {
  const { eContent } = signed.encapContentInfo
  return eContent ? Buffer.from((eContent as OctetString).getValue()) : null
}

async function checkSigners(
  signed: SignedData,
  content: Buffer | null,
  envelope: number,
): Promise<SignatureReport[]> {
  if (signed.signerInfos.length > MOST_SIGNERS) throw tooDeep()
  const certificates = (signed.certificates ?? []).filter((one) => one instanceof Certificate)
  const reports: SignatureReport[] = []
  for (const [index, signer] of signed.signerInfos.entries()) {
    const own = certificateOf(signer, certificates)
    const digest = digestName(signer.digestAlgorithm.algorithmId)
    reports.push({
      envelope,
      signer: own && {
        subject: nameText(own.subject),
        issuer: nameText(own.issuer),
        serial_number: Buffer.from(own.serialNumber.valueBlock.valueHexView).toString('hex'),
        valid_from: own.notBefore.value.toISOString(),
        valid_to: own.notAfter.value.toISOString(),
      },
      signing_time: signingTime(signer),
      digest_algorithm: digest ?? signer.digestAlgorithm.algorithmId,
      digest_holds: content && digest ? digestHolds(signer, digest, content) : null,
      signature_holds: own && content ? await signatureHolds(signed, index) : null,
    })
  }
  return reports
}

function certificateOf({ sid }: SignerInfo, certificates: readonly Certificate[]): Certificate | null {
  if (!(sid instanceof IssuerAndSerialNumber))
    return certificates.length === 1 ? (certificates[0] ?? null) : null
  const own = certificates.find(
    ({ issuer, serialNumber }) => issuer.isEqual(sid.issuer) && serialNumber.isEqual(sid.serialNumber),
  )
  return own ?? null
}

/** Null without a signed digest: the signature then covers the content itself. */
function digestHolds({ signedAttrs }: SignerInfo, digest: string, content: Buffer): boolean | null {
  const value: unknown = signedAttrs?.attributes.find(({ type }) => type === MESSAGE_DIGEST)?.values[0]
  const wanted = (value as OctetString | undefined)?.valueBlock?.valueHexView
  return wanted ? createHash(digest).update(content).digest().equals(wanted) : null
}

function signingTime({ signedAttrs }: SignerInfo): string | null {
  const value: unknown = signedAttrs?.attributes.find(({ type }) => type === SIGNING_TIME)?.values[0]
  const time = (value as { toDate?: () => Date } | undefined)?.toDate?.()
  return time && !Number.isNaN(time.getTime()) ? time.toISOString() : null
}

/** Null for an unknown algorithm. */
async function signatureHolds(signed: SignedData, signer: number): Promise<boolean | null> {
  try {
    const result = await signed.verify({ signer, checkChain: false, extendedMode: true })
    return result.signatureVerified === true
  } catch (error) {
    const { signatureVerified } = error as { signatureVerified?: boolean | null }
    process.stderr.write(`${error}\n`)
    return signatureVerified === false ? false : null
  }
}

const damaged = (cause?: unknown) =>
  new EngineFailure(
    'source_damaged',
    sentence`The signed file is damaged or cut short. Download or export it again, then try once more.`,
    { cause },
  )
const encrypted = () =>
  new EngineFailure(
    'source_encrypted',
    sentence`The file is encrypted for its recipient and can’t be opened here. Decrypt it in the program that received it and convert that file.`,
  )
const tooDeep = () =>
  new EngineFailure(
    'source_too_complex',
    sentence`The file holds too many signatures inside one another, so it was not opened. Save its content from the program that signed it.`,
  )
