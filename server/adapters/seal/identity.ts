import { createPublicKey, type KeyObject, webcrypto } from 'node:crypto'
import type { Certificate } from 'pkijs'
import type { SealIdentity } from './cms.ts'

/** Node's curve names, mapped to those of the Web Cryptography API. */
const CURVES: Record<string, string> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
}

/**
 * A key with its certificates, its own first.
 * @throws Error with a message for the operator if no certificate matches the key, or the key type
 * is unsupported
 */
export async function identityOf(
  key: KeyObject,
  certificates: readonly Certificate[],
): Promise<SealIdentity> {
  const mine = createPublicKey(key).export({ type: 'spki', format: 'der' })
  const own = certificates.find(({ subjectPublicKeyInfo }) =>
    Buffer.from(subjectPublicKeyInfo.toSchema().toBER()).equals(mine),
  )
  if (!own) throw new Error('Among the certificates for the seal none is of its key.')
  const pkcs8 = key.export({ type: 'pkcs8', format: 'der' })
  const imported = await webcrypto.subtle.importKey('pkcs8', pkcs8, algorithmOf(key), false, ['sign'])
  return { key: imported, chain: [own, ...certificates.filter((one) => one !== own)] }
}

function algorithmOf({ asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject) {
  const namedCurve = CURVES[details?.namedCurve ?? '']
  if (type === 'ec' && namedCurve) return { name: 'ECDSA', namedCurve }
  if (type === 'rsa' && (details?.modulusLength ?? 0) >= 2048)
    return { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  throw new Error(
    'The key for the seal must be RSA of at least 2048 bits, or of the curve P-256, P-384 or P-521.',
  )
}
