import { createPrivateKey } from 'node:crypto'
import {
  CertBag,
  Certificate,
  KeyBag,
  PFX,
  PKCS8ShroudedKeyBag,
  type PrivateKeyInfo,
  type SafeBag,
} from 'pkijs'
import type { SealIdentity } from './cms.ts'
import { identityOf } from './identity.ts'

/**
 * The key and the certificates of the operator's PKCS#12 file.
 * @throws Error with a message for the operator
 */
export async function readPkcs12(file: Uint8Array, password: string): Promise<SealIdentity> {
  const bags = await bagsOf(file, password)
  const info = bags.map(keyIn).find((key) => key !== null)
  if (!info) throw new Error('The PKCS#12 file for the seal has no private key.')
  const der = Buffer.from(info.toSchema().toBER())
  const certificates = bags.flatMap(({ bagValue }) =>
    bagValue instanceof CertBag && bagValue.parsedValue instanceof Certificate ? [bagValue.parsedValue] : [],
  )
  return identityOf(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }), certificates)
}

async function bagsOf(file: Uint8Array, password: string): Promise<SafeBag[]> {
  const secret = Uint8Array.from(Buffer.from(password)).buffer
  try {
    const container = PFX.fromBER(Uint8Array.from(file).buffer)
    await container.parseInternalValues({ password: secret, checkIntegrity: true })
    const safe = container.parsedValue?.authenticatedSafe
    if (!safe) throw new Error('empty')
    await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password: secret })) })
    const bags: SafeBag[] = safe.parsedValue.safeContents.flatMap(
      ({ value }: { value: { safeBags: SafeBag[] } }) => value.safeBags,
    )
    for (const { bagValue } of bags)
      if (bagValue instanceof PKCS8ShroudedKeyBag)
        await (
          bagValue as unknown as { parseInternalValues: (given: object) => Promise<void> }
        ).parseInternalValues({
          password: secret,
        })
    return bags
  } catch (cause) {
    throw new Error('The PKCS#12 file for the seal cannot be opened. Check the file and its password.', {
      cause,
    })
  }
}

/** @param der of one certificate */
export const certificateFrom = (der: Uint8Array): Certificate =>
  Certificate.fromBER(Uint8Array.from(der).buffer)

const keyIn = ({ bagValue }: SafeBag): PrivateKeyInfo | null =>
  bagValue instanceof PKCS8ShroudedKeyBag
    ? (bagValue.parsedValue ?? null)
    : bagValue instanceof KeyBag
      ? (bagValue as PrivateKeyInfo)
      : null
