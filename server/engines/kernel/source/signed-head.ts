/** The object identifier of signed data, 1.2.840.113549.1.7.2, in DER. */
const SIGNED_DATA = Buffer.from('06092a864886f70d010702', 'hex')
const ARMOUR = /^-----BEGIN (PKCS7|CMS|PKCS #7 SIGNED DATA)-----/

/**
 * Whether bytes start like CMS signed data in DER, PEM or bare base64. Sources: RFC 5652 3 and 5.1,
 * RFC 7468 8 and 9.
 */
export function looksSigned(head: Buffer): boolean {
  if (head[0] === 0x30) return head.subarray(0, 24).includes(SIGNED_DATA)
  const start = head.toString('latin1', 0, 200).trimStart()
  if (ARMOUR.test(start)) return true
  if (!/^M[A-Za-z0-9+/\s]{60,}/.test(start)) return false
  return Buffer.from(start.replace(/\s/g, '').slice(0, 40), 'base64').subarray(0, 24).includes(SIGNED_DATA)
}
