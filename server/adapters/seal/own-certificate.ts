import { randomBytes, webcrypto } from 'node:crypto'
import { BitString, Integer, Utf8String } from 'asn1js'
import { AttributeTypeAndValue, BasicConstraints, Certificate, Extension } from 'pkijs'
import { forPki } from './cms.ts'

const YEARS = 20

/** Generates a key with a self-signed certificate, for an instance without a configured key. */
export async function makeIdentity(
  name: string,
  now: Date,
): Promise<{ privateKey: Buffer; certificate: Certificate }> {
  const { subtle } = webcrypto
  const pair = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const certificate = new Certificate({ version: 2 })
  // At least 64 random bits, and positive (CA/Browser Forum, 7.1).
  certificate.serialNumber = new Integer({ valueHex: Uint8Array.from([0x4f, ...randomBytes(15)]).buffer })
  for (const side of [certificate.issuer, certificate.subject]) {
    const commonName = new Utf8String({ value: name })
    side.typesAndValues.push(new AttributeTypeAndValue({ type: '2.5.4.3', value: commonName }))
  }
  // A day earlier: verifiers' clocks may be behind.
  certificate.notBefore.value = new Date(now.getTime() - 86_400_000)
  certificate.notAfter.value = new Date(now)
  certificate.notAfter.value.setUTCFullYear(now.getUTCFullYear() + YEARS)
  await certificate.subjectPublicKeyInfo.importKey(forPki(pair.publicKey))
  certificate.extensions = [
    extension('2.5.29.19', true, new BasicConstraints({ cA: false }).toSchema().toBER()),
    // digitalSignature and nonRepudiation.
    extension(
      '2.5.29.15',
      true,
      new BitString({ valueHex: Uint8Array.of(0xc0).buffer, unusedBits: 6 }).toBER(),
    ),
  ]
  await certificate.sign(forPki(pair.privateKey), 'SHA-256')
  const privateKey = Buffer.from(await subtle.exportKey('pkcs8', pair.privateKey))
  return { privateKey, certificate }
}

const extension = (extnID: string, critical: boolean, extnValue: ArrayBuffer) =>
  new Extension({ extnID, critical, extnValue })
