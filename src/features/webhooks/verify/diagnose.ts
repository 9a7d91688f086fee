import { readHeaders, type SignedHeaders } from './read-headers.ts'

/** The maximum difference of a timestamp in seconds, as in the Standard Webhooks libraries. */
export const TOLERANCE_S = 300
const SECRET_BYTES = 32

/** The pasted parts of a request, and its delivery if there is one. */
export interface DiagnosisInput {
  headers: string
  /** The received body. */
  body: string
  secret: string
  /** The signature computed by a receiver's code, to find its bug; may be empty. */
  computed: string
  /** The sent request, if known. */
  sent: { headers: SignedHeaders; body: string } | null
}

export type SecretFault = 'empty' | 'not_base64' | 'length'
export type TimeFault = 'missing' | 'not_a_number' | 'milliseconds' | 'old' | 'future'
/** How the body was changed after it was sent. */
export type BodyChange = 'json' | 'line_ends' | 'outer_space' | 'byte_order_mark' | 'other'
/** The bug in a receiver's signature computation. */
export type CodeFault = 'none' | 'secret' | 'content' | 'encoding' | BodyChange

export interface Diagnosis {
  missing: (keyof SignedHeaders)[]
  /** Whether a header contains a version 1 signature. */
  version: boolean
  secret: SecretFault | null
  time: { at: Date | null; seconds: number; fault: TimeFault | null }
  /** The index of the matching signature, from 0; null if none matches. */
  matches: number | null
  /** How the body differs from the signed one; null if equal or unknown. */
  body: { change: BodyChange; at: number | null } | null
  /** Headers that differ from the delivery's. */
  differing: (keyof SignedHeaders)[]
  /** The signature of the input, in header format; null if it cannot be computed. */
  expected: string | null
  code: CodeFault | 'unknown' | null
}

/**
 * Finds the part of a signed request that does not match. Uses the browser's Web Crypto; nothing
 * leaves the page.
 */
export async function diagnose(input: DiagnosisInput, now: Date): Promise<Diagnosis> {
  const headers = readHeaders(input.headers)
  const names = ['id', 'timestamp', 'signature'] as const
  const key = keyOf(input.secret)
  const signatures = signaturesIn(headers.signature)
  const diagnosis: Diagnosis = {
    missing: names.filter((name) => headers[name] === null),
    version: headers.signature === null || signatures.length > 0,
    secret: typeof key === 'string' ? key : null,
    time: timeOf(headers.timestamp, now),
    ...{ matches: null, body: null, expected: null, code: null },
    differing: input.sent ? names.filter((name) => headers[name] !== input.sent?.headers[name]) : [],
  }
  if (input.sent) diagnosis.body = differenceOf(input.body, input.sent.body)
  if (typeof key === 'string' || headers.id === null || headers.timestamp === null) return diagnosis
  const prefix = `${headers.id}.${headers.timestamp}.`
  const expected = await sign(key, prefix + input.body)
  diagnosis.expected = `v1,${base64(expected)}`
  const at = signatures.indexOf(base64(expected))
  diagnosis.matches = at < 0 ? null : at
  if (at < 0 && !input.sent) diagnosis.body = await changeOf(input.body, prefix, key, signatures)
  if (input.computed.trim()) diagnosis.code = await faultOf(input, key, prefix)
  return diagnosis
}

/** The first change of the body that explains one of the signatures. */
async function changeOf(body: string, prefix: string, key: Bytes, signatures: string[]) {
  for (const { change, body: original } of changesOf(body))
    if (signatures.includes(base64(await sign(key, prefix + original)))) return { change, at: null }
  return null
}

/** The bug that explains the receiver's computed signature, the most common ones first. */
async function faultOf({ secret, body, computed }: DiagnosisInput, key: Bytes, prefix: string) {
  const wanted = computed.trim().replace(/^v1,/, '')
  const encodings = [base64, base64Url, hex]
  const text = secret.trim()
  const keys = [key, utf8(text), utf8(text.replace(/^whsec_/, ''))]
  const [id = '', timestamp = ''] = [
    prefix.slice(0, prefix.lastIndexOf('.', prefix.length - 2)),
    prefix.split('.').at(-2),
  ]
  const contents: [CodeFault, string][] = [
    ['none', prefix + body],
    ...changesOf(body).map(({ change, body }) => [change, prefix + body] as [CodeFault, string]),
    ['content', `${timestamp}.${body}`],
    ['content', `${id}.${body}`],
    ['content', body],
    ['content', `${timestamp}.${id}.${body}`],
  ]
  for (const [fault, content] of contents)
    for (const one of keys) {
      const signature = await sign(one, content)
      const encoding = encodings.find((encode) => encode(signature) === wanted)
      if (!encoding) continue
      if (fault !== 'none') return fault
      if (one !== key) return 'secret'
      return encoding === base64 ? 'none' : 'encoding'
    }
  return 'unknown'
}

type Bytes = Uint8Array<ArrayBuffer>

/** The key of a secret, `whsec_` and Base64, or its error. */
function keyOf(secret: string): Bytes | SecretFault {
  const text = secret.trim().replace(/^whsec_/, '')
  if (text === '') return 'empty'
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) return 'not_base64'
  try {
    const key = Uint8Array.from(atob(text), (one) => one.charCodeAt(0))
    return key.length === SECRET_BYTES ? key : 'length'
  } catch {
    return 'not_base64'
  }
}

const signaturesIn = (header: string | null) =>
  (header ?? '')
    .split(/\s+/)
    .filter((one) => one.startsWith('v1,'))
    .map((one) => one.slice(3))

function timeOf(text: string | null, now: Date): Diagnosis['time'] {
  if (text === null) return { at: null, seconds: 0, fault: 'missing' }
  if (!/^\d{1,16}$/.test(text)) return { at: null, seconds: 0, fault: 'not_a_number' }
  const isMs = text.length >= 13
  const at = new Date(Number(text) * (isMs ? 1 : 1000))
  if (Number.isNaN(at.getTime())) return { at: null, seconds: 0, fault: 'not_a_number' }
  const seconds = Math.round((now.getTime() - at.getTime()) / 1000)
  const fault = isMs
    ? 'milliseconds'
    : seconds > TOLERANCE_S
      ? 'old'
      : seconds < -TOLERANCE_S
        ? 'future'
        : null
  return { at, seconds, fault }
}

/** Possible original bodies before a parser, editor or terminal changed them. */
function changesOf(body: string): { change: BodyChange; body: string }[] {
  const ends = body.replace(/\r\n/g, '\n')
  const all: { change: BodyChange; body: string }[] = [
    // Before white space, which includes the byte order mark here.
    { change: 'byte_order_mark', body: body.replace(/^\ufeff/, '') },
    { change: 'outer_space', body: body.trim() },
    { change: 'outer_space', body: `${body}\n` },
    { change: 'line_ends', body: ends },
    { change: 'line_ends', body: ends.trim() },
    ...jsonOf(body).map((one) => ({ change: 'json' as const, body: one })),
  ]
  return all.filter((one) => one.body !== body)
}

function jsonOf(body: string): string[] {
  try {
    const value: unknown = JSON.parse(body.replace(/^\ufeff/, ''))
    return [JSON.stringify(value), JSON.stringify(value, null, 2), JSON.stringify(value, null, 4)]
  } catch {
    return []
  }
}

function differenceOf(body: string, sent: string): Diagnosis['body'] {
  if (body === sent) return null
  const known = changesOf(body).find((one) => one.body === sent)
  const end = Math.min(body.length, sent.length)
  let at = 0
  while (at < end && body[at] === sent[at]) at++
  return { change: known?.change ?? 'other', at }
}

const utf8 = (text: string): Bytes => new TextEncoder().encode(text)

async function sign(key: Bytes, content: string): Promise<Bytes> {
  const hmac = { name: 'HMAC', hash: 'SHA-256' }
  // An empty key is refused and can't be the signing key.
  const imported = await crypto.subtle.importKey('raw', key.length > 0 ? key : utf8('\0'), hmac, false, [
    'sign',
  ])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, utf8(content)))
}

const base64 = (bytes: Bytes) => btoa(String.fromCharCode(...bytes))
const base64Url = (bytes: Bytes) => base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
const hex = (bytes: Bytes) => [...bytes].map((one) => one.toString(16).padStart(2, '0')).join('')
