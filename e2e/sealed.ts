import { createHash, createPrivateKey } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import { derOf, type SealIdentity, signDigest } from '../server/adapters/seal/cms.ts'
import { identityOf } from '../server/adapters/seal/identity.ts'
import { makeIdentity } from '../server/adapters/seal/own-certificate.ts'
import { makeRoom } from '../server/engines/pdf/seal/make-room.ts'

/** Somebody who seals, with a certificate in this name that nobody vouches for. */
export async function sealer(name: string): Promise<SealIdentity & { fingerprint: string }> {
  const { privateKey, certificate } = await makeIdentity(name, new Date())
  const key = createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' })
  const fingerprint = createHash('sha256').update(derOf(certificate)).digest('hex')
  return { ...(await identityOf(key, [certificate])), fingerprint }
}

/** The file, sealed as the platform seals. */
export async function sealedBy(identity: SealIdentity, file: Uint8Array): Promise<Buffer> {
  const document = await PDFDocument.load(file, { updateMetadata: false })
  const words = { name: 'Filewright', reason: 'Signed by all', at: new Date() }
  const { bytes, from, to } = await makeRoom(file, document, words, 8192)
  const digest = createHash('sha256').update(bytes.subarray(0, from)).update(bytes.subarray(to)).digest()
  bytes.write((await signDigest(identity, digest, null)).toString('hex'), from + 1, 'latin1')
  return bytes
}

/** A PDF of some pages, and at least so many bytes. */
export async function somePages(bytes = 0): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  for (const text of ['One', 'Two']) document.addPage().drawText(text)
  const file = await document.save()
  return bytes > file.length
    ? Buffer.concat([file, Buffer.from(`\n%${'x'.repeat(bytes - file.length)}\n`)])
    : file
}
