import { randomUUID } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { expect } from 'vitest'
import type { SigningSession } from '../../contract/signing.ts'
import type { SigningView } from '../../contract/signing-public.ts'
import { LIMIT_RULES } from '../../server/core/limit-rules.ts'
import { Client, signUp, type TestServer } from './harness.ts'

export const SIGNING = '/api/v1/pdf_handler/signing/'
export const SESSIONS = `${SIGNING}sessions/`
export const SIGN = `${SIGNING}sign/`
const FILES = '/api/v1/user/storage/files/'

export type Owner = Awaited<ReturnType<typeof signUp>>

/** Somebody with an account; many come from one address. */
export async function owner(server: TestServer): Promise<Owner> {
  await server.platform.limits.forget(LIMIT_RULES.signUpAddress, '127.0.0.1')
  return signUp(server.url)
}
export const stranger = (server: TestServer) => new Client(server.url)

/** A file of theirs in the storage. */
export async function store(
  me: Client,
  content: string | Uint8Array<ArrayBuffer> = 'lease',
  name = 'Lease.pdf',
) {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const response = await me.fetch(`${FILES}upload/`, { method: 'POST', body: form })
  expect(response.status).toBe(201)
  return (await response.json()) as { id: string; s3_key: string }
}

export const rect = { x: 72, y: 100, width: 160, height: 40 }
let people = 0
/** Somebody to sign, with a place for it on the first page. */
export function person(settings: Record<string, unknown> = {}) {
  const id = randomUUID()
  const name = `Signer ${++people}`
  return { id, name, email: `signer${people}-${process.pid}@mail.example`, ...settings }
}
export const field = (recipient: { id: string }, settings: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  recipient_id: recipient.id,
  kind: 'signature',
  places: [{ page: 1, rect }],
  ...settings,
})
type Person = ReturnType<typeof person>

/** A session that was made, sent unless it is to be a draft. */
export async function session(
  me: Client,
  recipients: Person[],
  settings: { fields?: object[]; content?: string | Uint8Array<ArrayBuffer>; [name: string]: unknown } = {},
): Promise<SigningSession> {
  const { fields = recipients.map((one) => field(one)), content, ...more } = settings
  const { id } = await store(me, content)
  const made = await me.json('POST', SESSIONS, { file_id: id, recipients, fields, ...more })
  expect(made.body).toMatchObject({ state: more.draft === true ? 'draft' : 'open' })
  expect(made.status).toBe(201)
  return made.body
}

/** The token that was mailed to somebody last. */
export async function tokenOf(server: TestServer, { email }: { email: string }): Promise<string> {
  const { rows } = await server.platform.db.execute<{ text: string }>(
    `select text from messages where recipient = '${email.replaceAll("'", '')}' and text like '%/sign/%' order by created_at desc, id limit 1`,
  )
  const token = /\/sign\/([\w-]+)/.exec(rows[0]?.text ?? '')?.[1]
  if (!token) throw new Error(`${email} has no link`)
  return token
}

/** A small image, as a canvas would make it: black, and as opaque as is said. */
export function png(width = 60, height = 20, opacity = 255): string {
  const rows = Buffer.alloc((1 + width * 4) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (1 + width * 4) + 4 + x * 4] = opacity
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  const parts = [part('IHDR', head), part('IDAT', deflateSync(rows)), part('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]).toString('base64')
}

function part(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc(named))
  return Buffer.concat([size, named, sum])
}

/** As PNG has it (RFC 2083, appendix 15). */
function crc(bytes: Buffer): number {
  let left = 0xffffffff
  for (const byte of bytes) {
    left ^= byte
    for (let bit = 0; bit < 8; bit++) left = left & 1 ? (left >>> 1) ^ 0xedb88320 : left >>> 1
  }
  return (left ^ 0xffffffff) >>> 0
}

export const drawn = () => ({ how: 'drawn', picture: png() })

/** Signs with whatever is given beside consent and a drawn signature. */
export const signs = (who: Client, token: string, more: object = {}) =>
  who.json('POST', `${SIGN}${token}/`, { consent: true, signature: drawn(), ...more })

export async function view(who: Client, token: string): Promise<SigningView> {
  const { status, body } = await who.json('GET', `${SIGN}${token}/`)
  expect(status).toBe(200)
  return body
}
