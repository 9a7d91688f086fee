/** What a certificate says of whom it is. */
export interface CertificateDetails {
  name: string
  organisation: string
  /** Who vouches for it; its own name where nobody else does. */
  issuer: string
  selfIssued: boolean
  /** Milliseconds since 1970. */
  validFrom: number
  validUntil: number
  serial: string
  /** SHA-256 of its DER, in small hexadecimal digits. */
  fingerprint: string
}

/**
 * Why a signature is what it is. `digest`, `signature` and `certificate`: what was signed, who
 * signed, or with what, is not what it was. The others keep one from telling: `form`, the
 * signature's own place in the file is not as it has to be; `contents`, what lies there is no
 * signature; `kind`, one that this page cannot check; `weak`, one that could be forged.
 */
export type Why = 'digest' | 'signature' | 'certificate' | 'form' | 'contents' | 'kind' | 'weak'

/**
 * `whole`: nothing in the file is other than it was when it was signed. `added`: neither, and
 * something was written behind it. `changed`: what was signed is not what is there. `unclear`: it
 * cannot be told.
 */
export type Verdict = 'whole' | 'added' | 'changed' | 'unclear'

/** What an authority says of when. */
export interface Stamp {
  /** Milliseconds since 1970; null where it cannot be read. */
  at: number | null
  authority: string
  /** Null where it is good. */
  why: Why | null
}

export interface SignatureReport {
  verdict: Verdict
  why: Why | null
  /** A mere time stamp of the whole file has no signer beside the authority. */
  kind: 'signature' | 'time-stamp'
  /** What was written behind what it covers. */
  addedBytes: number
  addedRevisions: number
  /**
   * Its place among the signatures, from 1, of a later one that covers what was added; null where
   * none does.
   */
  coveredBy: number | null
  signer: CertificateDetails | null
  /** By the signer's own clock; milliseconds since 1970. */
  signedAt: number | null
  stamp: Stamp | null
  /** Whether the certificate was valid when it was signed; null where nobody says when that was. */
  validThen: boolean | null
  /** The names of the algorithms: "SHA-256", "ECDSA". */
  digest: string | null
  algorithm: string | null
}

export type FileReport =
  | { kind: 'not-pdf' | 'damaged' | 'unsigned' }
  /** `sha256`: of the whole file as it is, in small hexadecimal digits. */
  | { kind: 'signed'; signatures: SignatureReport[]; sha256: string }

/**
 * Of the whole file: the worst that a signature says. What was added to one may be covered by a
 * later one: that counts where it is the same signer's, since anybody may write something behind a
 * signed file and sign it in a name of their own.
 */
export function verdictOf(signatures: readonly SignatureReport[]): Verdict {
  const is = (wanted: Verdict) => (one: SignatureReport) => one.verdict === wanted
  for (const worst of ['changed', 'unclear'] as const) if (signatures.some(is(worst))) return worst
  const last = signatures.find(is('whole'))
  const same = (one: SignatureReport) => one.signer?.fingerprint === last?.signer?.fingerprint
  return last && signatures.every(same) ? 'whole' : 'added'
}
