import type { Certificate } from 'pkijs'

const DIGESTS: Record<string, string> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
}

/** Short names of RFC 4514, and attributes of national certificates. */
const PARTS: Record<string, string> = {
  '2.5.4.3': 'CN',
  '2.5.4.4': 'SN',
  '2.5.4.5': 'serialNumber',
  '2.5.4.6': 'C',
  '2.5.4.7': 'L',
  '2.5.4.8': 'ST',
  '2.5.4.10': 'O',
  '2.5.4.11': 'OU',
  '2.5.4.12': 'T',
  '2.5.4.42': 'GN',
  '2.5.4.97': 'organizationIdentifier',
  '1.2.840.113549.1.9.1': 'E',
}

/** Node's digest name for an object identifier, or null. */
export const digestName = (oid: string): string | null => DIGESTS[oid] ?? null

/** A certificate name in one line: `CN=Ada, O=Example, C=DE`. */
export function nameText(name: Certificate['subject']): string {
  const parts = name.typesAndValues.map(({ type, value }) => {
    const text = String(value.valueBlock.value).replace(/\p{Cc}+/gu, ' ')
    return `${PARTS[type] ?? type}=${text.replace(/([,+=\\])/g, '\\$1')}`
  })
  return parts.join(', ').slice(0, 1000)
}
