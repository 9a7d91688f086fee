/** The details of a certificate. */
export interface CertificateDetails {
  name: string
  organisation: string
  /** The issuer's name; its own if self-signed. */
  issuer: string
  selfIssued: boolean
  /** Milliseconds since 1970. */
  validFrom: number
  validUntil: number
  serial: string
  /** SHA-256 of its DER, in lowercase hexadecimal. */
  fingerprint: string
}

/**
 * Why a signature is not valid. `digest`, `signature` and `certificate`: the content, the signature
 * or the certificate does not match. The others prevent verification: `form`, its position in the
 * file is invalid; `contents`, it is no signature; `kind`, an unsupported type; `weak`, it could be
 * forged.
 */
export type Why = 'digest' | 'signature' | 'certificate' | 'form' | 'contents' | 'kind' | 'weak'

/**
 * `whole`: the file is unchanged since it was signed. `added`: content was appended after it.
 * `changed`: the signed content has changed. `unclear`: it cannot be verified.
 */
export type Verdict = 'whole' | 'added' | 'changed' | 'unclear'

/** A time stamp by an authority. */
export interface Stamp {
  /** Milliseconds since 1970; null if unreadable. */
  at: number | null
  authority: string
  /** Null if it is valid. */
  why: Why | null
}

export interface SignatureReport {
  verdict: Verdict
  why: Why | null
  /** A document time stamp has no signer besides the authority. */
  kind: 'signature' | 'time-stamp'
  /** Bytes after its range. */
  addedBytes: number
  addedRevisions: number
  /** The number, from 1, of a later signature that covers what was appended; null without one. */
  coveredBy: number | null
  signer: CertificateDetails | null
  /** By the signer's clock; milliseconds since 1970. */
  signedAt: number | null
  stamp: Stamp | null
  /** Whether the certificate was valid at the time of signing; null if that time is unknown. */
  validThen: boolean | null
  /** The names of the algorithms: "SHA-256", "ECDSA". */
  digest: string | null
  algorithm: string | null
}

export type FileReport =
  | { kind: 'not-pdf' | 'damaged' | 'unsigned' }
  /** `sha256`: of the whole file, in lowercase hexadecimal. */
  | { kind: 'signed'; signatures: SignatureReport[]; sha256: string }

/**
 * The verdict of a file: the worst of its signatures. Appended content counts as covered only by a
 * later signature of the same signer, because anyone can append to a file and sign it in their own
 * name.
 */
export function verdictOf(signatures: readonly SignatureReport[]): Verdict {
  const is = (wanted: Verdict) => (one: SignatureReport) => one.verdict === wanted
  for (const worst of ['changed', 'unclear'] as const) if (signatures.some(is(worst))) return worst
  const last = signatures.find(is('whole'))
  const same = (one: SignatureReport) => one.signer?.fingerprint === last?.signer?.fingerprint
  return last && signatures.every(same) ? 'whole' : 'added'
}
