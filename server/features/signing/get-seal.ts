import { X509Certificate } from 'node:crypto'
import type { InstanceSeal } from '../../../contract/verify.ts'
import type { Seal } from '../../platform.ts'

/** What others need to know the instance's seal again. */
export function presentSeal({ certificates, timeStamps }: Seal): InstanceSeal {
  const [own] = certificates
  if (!own) throw new Error('A seal has a certificate.')
  const certificate = new X509Certificate(own)
  return {
    name: nameOf(certificate),
    fingerprint_sha256: certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    certificates: certificates.map((der) => der.toString('base64')),
    valid_from: new Date(certificate.validFrom).toISOString(),
    valid_until: new Date(certificate.validTo).toISOString(),
    time_stamps: timeStamps,
  }
}

/** The common name where there is one, else the organisation's, else all that is said. */
function nameOf(certificate: X509Certificate): string {
  const { CN, O } = certificate.toLegacyObject().subject as Record<string, string | string[] | undefined>
  return [CN ?? O ?? certificate.subject].flat()[0] ?? ''
}
