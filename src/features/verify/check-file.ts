import { GeneralizedTime, UTCTime } from 'asn1js'
import { certificateDetails, hex } from './certificate-details.ts'
import { checkSignature, refuseWeak } from './check-signature.ts'
import { checkStamp, infoIn } from './check-stamp.ts'
import { type FoundSignature, findSignatures } from './find-signatures.ts'
import { hashRanges, isHashName, type ToHash } from './hash-ranges.ts'
import { digestName, keyName, OID } from './oids.ts'
import type { FileReport, SignatureReport, Why } from './report.ts'
import { scanFile } from './scan-file.ts'
import { attributeOf, type OpenedSignature, openSignature, Refused } from './signed-data.ts'

/** The supported signature types in PDFs; all others are reported. */
const KINDS = ['ETSI.CAdES.detached', 'adbe.pkcs7.detached', 'ETSI.RFC3161']
/** The share of progress for finding signatures: about a quarter. */
const SEARCH = 0.25

/**
 * Verifies all signatures of a PDF, and finds later changes. Reads the file at most twice, in
 * slices; nothing leaves the device. `tell` receives the progress, from 0 to 1.
 */
export async function checkFile(file: Blob, tell: (done: number) => void = () => {}): Promise<FileReport> {
  const marks = await scanFile(file, (done) => tell(done * SEARCH))
  if (!marks.isPdf) return { kind: 'not-pdf' }
  const found = await findSignatures(file, marks)
  if (found.length === 0) return { kind: marks.ends.length > 0 ? 'unsigned' : 'damaged' }
  const opened = found.map(open)
  const wanted = opened.map(({ toHash }) => toHash)
  const whole: ToHash = { name: 'SHA-256', range: { from: file.size, to: file.size, end: file.size } }
  const [sha256 = new Uint8Array(), ...hashes] = await hashRanges(
    file,
    [whole, ...wanted.filter((one) => one !== null)],
    (done) => tell(SEARCH + done * (1 - SEARCH)),
  )
  const signatures: SignatureReport[] = []
  for (const [at, one] of opened.entries()) {
    const hash = one.toHash ? hashes[wanted.slice(0, at).filter(Boolean).length] : undefined
    signatures.push(await judge(one, hash ?? null))
  }
  const covering = signatures.findIndex(
    ({ verdict }, at) => verdict === 'whole' && found[at]?.range?.end === file.size,
  )
  const later = covering < 0 ? null : covering + 1
  return {
    kind: 'signed',
    sha256: hex(sha256),
    signatures: signatures.map((one, at) =>
      withAdded(one, found[at]?.range?.end, file.size, marks.ends, later),
    ),
  }
}

interface Opened {
  found: FoundSignature
  signature: OpenedSignature | null
  isStamp: boolean
  why: Why | null
  toHash: ToHash | null
}

/** Parses a signature, and determines the ranges and algorithm of its hash. */
function open(found: FoundSignature): Opened {
  const isStamp = found.subFilter === 'ETSI.RFC3161'
  const all = { found, isStamp, signature: null, why: null, toHash: null }
  if (!found.range) return { ...all, why: 'form' }
  if (!found.der) return { ...all, why: 'contents' }
  if (!KINDS.includes(found.subFilter)) return { ...all, why: 'kind' }
  try {
    const signature = openSignature(found.der)
    const imprint = isStamp && infoIn(signature).messageImprint.hashAlgorithm.algorithmId
    const name = imprint ? digestName(imprint) : signature.digest
    const toHash = isHashName(name) ? { name, range: found.range } : null
    return { ...all, signature, toHash, why: toHash ? null : /MD5|SHA-1$/.test(name) ? 'weak' : 'kind' }
  } catch (error) {
    return { ...all, why: error instanceof Refused ? error.why : 'contents' }
  }
}

async function judge(
  { found, signature, isStamp, why, toHash }: Opened,
  hash: Uint8Array | null,
): Promise<SignatureReport> {
  const blank: SignatureReport = {
    verdict: 'unclear',
    why,
    kind: isStamp ? 'time-stamp' : 'signature',
    addedBytes: 0,
    addedRevisions: 0,
    coveredBy: null,
    signer: null,
    signedAt: found.at,
    stamp: null,
    validThen: null,
    digest: null,
    algorithm: null,
  }
  if (!signature) return refused(blank, why ?? 'contents')
  const signer = await certificateDetails(signature.own)
  const facts: SignatureReport = {
    ...blank,
    signer,
    signedAt: timeIn(signature) ?? found.at,
    digest: toHash?.name ?? signature.digest,
    algorithm: keyName(signature.own.certificate.subjectPublicKeyInfo.algorithm.algorithmId),
  }
  if (why || !hash) return refused(facts, why ?? 'kind')
  if (isStamp) {
    const stamp = await checkStamp(found.der as Uint8Array<ArrayBuffer>, async () => hash)
    const told = { ...facts, stamp, signer: null }
    return stamp.why ? refused(told, stamp.why) : { ...told, ...good }
  }
  try {
    refuseWeak(signature)
    if (signature.content.type !== OID.data || signature.content.bytes) throw new Refused('kind')
    await checkSignature(signature, hash, found.subFilter.startsWith('ETSI'))
  } catch (error) {
    return refused(facts, error instanceof Refused ? error.why : 'contents')
  }
  const stamp = await stampOf(signature)
  const at = stamp?.why === null ? stamp.at : facts.signedAt
  const validThen = at === null ? null : at >= signer.validFrom && at <= signer.validUntil
  return { ...facts, ...good, stamp, validThen }
}

const good = { verdict: 'whole', why: null } as const
const CHANGED: readonly Why[] = ['digest', 'signature', 'certificate']
const refused = (facts: SignatureReport, why: Why): SignatureReport => ({
  ...facts,
  why,
  verdict: CHANGED.includes(why) ? 'changed' : 'unclear',
})

/** The time by the signer's clock, if it was signed too. */
function timeIn({ signer }: OpenedSignature): number | null {
  try {
    const time = attributeOf(signer.signedAttrs?.attributes ?? [], OID.signingTime)
    return time instanceof UTCTime || time instanceof GeneralizedTime ? time.toDate().getTime() : null
  } catch {
    return null
  }
}

async function stampOf({ signer }: OpenedSignature): Promise<SignatureReport['stamp']> {
  const attributes = signer.unsignedAttrs?.attributes ?? []
  const token = attributes.find(({ type }) => type === OID.timeStampToken)?.values[0]
  if (!token) return null
  const signed = signer.signature.valueBlock.valueHexView.slice()
  return checkStamp(
    new Uint8Array(token.valueBeforeDecodeView),
    async (name) => new Uint8Array(await crypto.subtle.digest(name, signed)),
  )
}

/** Bytes and revisions that were appended, and which signature covers them. */
function withAdded(
  report: SignatureReport,
  end: number | undefined,
  size: number,
  ends: readonly number[],
  coveredBy: number | null,
): SignatureReport {
  if (end === undefined || end === size) return report
  return {
    ...report,
    verdict: report.verdict === 'whole' ? 'added' : report.verdict,
    addedBytes: size - end,
    addedRevisions: ends.filter((place) => place > end).length,
    coveredBy,
  }
}
