/** Object identifiers in signatures (RFC 5652, RFC 5035, RFC 3161). */
export const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  extendedKeyUsage: '2.5.29.37',
  rsa: '1.2.840.113549.1.1.1',
  rsaPss: '1.2.840.113549.1.1.10',
} as const

const DIGESTS: Record<string, string> = {
  '1.2.840.113549.2.5': 'MD5',
  '1.3.14.3.2.26': 'SHA-1',
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}
export const digestName = (oid: string): string => DIGESTS[oid] ?? oid

/** Signature algorithms with a forgeable digest. */
const WEAK: Record<string, string> = {
  '1.2.840.113549.1.1.4': 'MD5',
  '1.2.840.113549.1.1.5': 'SHA-1',
  '1.2.840.10045.4.1': 'SHA-1',
}
export const weakIn = (oid: string): string | null => WEAK[oid] ?? null

const KEYS: Record<string, string> = {
  [OID.rsa]: 'RSA',
  [OID.rsaPss]: 'RSA-PSS',
  '1.2.840.10045.2.1': 'ECDSA',
}
export const keyName = (oid: string): string => KEYS[oid] ?? oid
