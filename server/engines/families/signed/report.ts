/** What is said about one signature; null where it could not be checked. */
export interface SignatureReport {
  /** 1 for the outermost envelope. */
  envelope: number
  signer: {
    subject: string
    issuer: string
    serial_number: string
    valid_from: string
    valid_to: string
  } | null
  /** What the signer's own clock said; not proven. */
  signing_time: string | null
  digest_algorithm: string
  /** Whether the content has the digest that was signed. */
  digest_holds: boolean | null
  /** Whether the signature was made with the key of the certificate; not checked where the digest does not hold. */
  signature_holds: boolean | null
}

export interface SignedReport {
  content: { included: boolean; bytes: number | null; sha256: string | null }
  envelopes: number
  signatures: SignatureReport[]
  note: string
}

export const NOTE =
  'The digests and signatures were checked with the certificates in the file. Whether the certificates are trusted, valid or revoked was not checked.'
