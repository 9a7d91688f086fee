import type { Certificate, RelativeDistinguishedNames } from 'pkijs'
import type { CertificateDetails } from './report.ts'

const COMMON_NAME = '2.5.4.3'
const ORGANISATION = '2.5.4.10'

/** A certificate with its original bytes, because a re-encoding might have another hash. */
export interface SentCertificate {
  der: Uint8Array<ArrayBuffer>
  certificate: Certificate
}

export const hex = (bytes: ArrayBuffer | Uint8Array): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

export async function certificateDetails({ der, certificate }: SentCertificate): Promise<CertificateDetails> {
  const { subject, issuer } = certificate
  return {
    name: nameOf(subject),
    organisation: partOf(subject, ORGANISATION),
    issuer: nameOf(issuer),
    selfIssued: subject.isEqual(issuer),
    validFrom: certificate.notBefore.value.getTime(),
    validUntil: certificate.notAfter.value.getTime(),
    serial: hex(certificate.serialNumber.valueBlock.valueHexView),
    fingerprint: hex(await crypto.subtle.digest('SHA-256', der)),
  }
}

/** The common name, else the organization, else all names. */
const nameOf = (names: RelativeDistinguishedNames): string =>
  partOf(names, COMMON_NAME) ||
  partOf(names, ORGANISATION) ||
  names.typesAndValues.map(({ value }) => String(value.valueBlock.value)).join(', ')

function partOf(names: RelativeDistinguishedNames, type: string): string {
  const found = names.typesAndValues.find((one) => one.type === type)
  return found ? String(found.value.valueBlock.value) : ''
}
