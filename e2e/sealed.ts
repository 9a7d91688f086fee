import { createHash, createPrivateKey, randomUUID } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { Page } from '@playwright/test'
import { derOf, type SealIdentity, signDigest } from '../server/adapters/seal/cms.ts'
import { identityOf } from '../server/adapters/seal/identity.ts'
import { makeIdentity } from '../server/adapters/seal/own-certificate.ts'
import { reserveSignaturePlaceholder } from '../server/engines/families/pdf/seal/reserve-placeholder.ts'
import type { Outbox } from '../tests/contract/outbox.ts'
import { expect, image } from './fixtures.ts'

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
  const { bytes, from, to } = await reserveSignaturePlaceholder(file, document, words, 8192)
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

const SIGNING = '/api/v1/pdf_handler/signing/'

/** A file that two people have signed here, at the wish of whoever is signed in. */
export async function signedHere(
  { request }: Page,
  outbox: Outbox,
): Promise<{ file: Buffer; session: string }> {
  const lease = { name: 'lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await somePages()) }
  const stored = await request.post('/api/v1/user/storage/files/upload/', { multipart: { file: lease } })
  const recipients = ['Ana', 'Maren'].map((name) => {
    const id = randomUUID()
    return { id, name, email: `${name.toLowerCase()}-${id}@mail.example` }
  })
  const places = [{ page: 1, rect: { x: 72, y: 100, width: 160, height: 40 } }]
  const fields = recipients.map(({ id }) => ({
    id: randomUUID(),
    recipient_id: id,
    kind: 'signature',
    places,
  }))
  const data = { file_id: (await stored.json()).id, recipients, fields }
  const made = await request.post(`${SIGNING}sessions/`, { data })
  const { id: session } = await made.json()
  const signature = { how: 'drawn', picture: (await image('drawn.png', 90, 30)).buffer.toString('base64') }
  for (const { email } of recipients) {
    const token = (await outbox.signingLink(email)).split('/').at(-1)
    await request.post(`${SIGNING}sign/${token}/`, { data: { consent: true, signature } })
  }
  const at = `${SIGNING}sessions/${session}/`
  await expect
    .poll(async () => (await (await request.get(at)).json()).state, { timeout: 30_000 })
    .toBe('completed')
  return { file: await (await request.get(`${at}result/`)).body(), session }
}
