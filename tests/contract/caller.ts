import { expect } from 'vitest'
import type { Conversion } from '../../contract/conversion.ts'
import { fieldsOf, record } from '../examples/recorder.ts'
import { expectDeclared, seen } from './declared.ts'

/** One browser's conversation with a target: it keeps its cookies. */
export interface Talker {
  fetch(path: string, init?: RequestInit): Promise<Response>
}

/** What is tested, and what is special about it. */
export interface Target {
  talker(): Talker
  /** An address that this target can fetch a Markdown file from. */
  importUrl(): string
  /** Whoever runs the instance. */
  admin: { username: string; password: string }
  /** What an authenticator app with this secret shows. */
  totp(secret: string): string
  /** The newest code, or link, that was sent to an address or a number and not asked for before. */
  sentCode(to: string): Promise<string>
  sentLink(to: string): Promise<string>
  /** Of the newest invitation, where other mail may have come after it. */
  invitationLink(to: string): Promise<string>
  signingLink(to: string): Promise<string>
  /** Pays a checkout at the payment provider. */
  pay(checkoutUrl: string): Promise<void>
  /** A promo code for 250 credits. */
  promoCode(): Promise<string>
  /** An event as the payment provider sends and signs it. */
  providerEvent(): Promise<{ body: string; signature: string }>
  /** Agrees at the provider; answers where it sends the browser back to. */
  atProvider(authorizationUrl: string): Promise<string>
}

type Log = ReturnType<typeof seen>

/**
 * A talker that holds every answer against the contract, and notes in `log` which successes it has
 * seen.
 */
export class Caller {
  readonly talker: Talker
  readonly #log: Log
  constructor(talker: Talker, log: Log) {
    this.talker = talker
    this.#log = log
  }

  async fetch(method: string, path: string, init: RequestInit = {}) {
    const response = await this.talker.fetch(path, { ...init, method })
    const bare = path.split('?', 1)[0] as string
    await expectDeclared(method, bare, response, this.#log)
    await keep(method, bare, init, response)
    return response
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const json =
      body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
    const response = await this.fetch(method, path, { headers, ...json })
    const text = await response.text()
    return { status: response.status, body: text ? JSON.parse(text) : undefined }
  }

  async send(
    path: string,
    file: [name: string, content: string | Blob] | null,
    fields: Record<string, string>,
    key?: string,
  ) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    if (file) form.append('file', typeof file[1] === 'string' ? new Blob([file[1]]) : file[1], file[0])
    const response = await this.fetch('POST', path, {
      body: form,
      ...(key && { headers: { 'idempotency-key': key } }),
    })
    return { status: response.status, body: await response.json() }
  }

  async document(content = '# Hello\n\nWords.', fields: Record<string, string> = {}): Promise<Conversion> {
    const sent = await this.send('/api/v1/pdf_handler/convert/', ['note.md', content], {
      target_format: 'html',
      ...fields,
    })
    expect(sent.status).toBe(202)
    return this.settled('docs_core', sent.body.id)
  }

  async settled(core: 'docs_core' | 'media_core', id: string): Promise<Conversion> {
    return (await this.call('GET', `/api/v1/${core}/conversion/wait/${id}/`)).body
  }
}

async function keep(method: string, path: string, { headers, body: sent }: RequestInit, response: Response) {
  if (!response.ok) return
  const isJson = (headers?: HeadersInit) =>
    new Headers(headers).get('content-type')?.startsWith('application/json')
  record({
    method,
    path,
    ...(isJson(headers) && { json: JSON.parse(sent as string) }),
    ...(sent instanceof FormData && { form: fieldsOf(sent) }),
    status: response.status,
    ...(isJson(response.headers) && { body: await response.clone().json() }),
  })
}

/** Callers of one suite, which share what they have seen. */
export function callers({ talker }: Target) {
  const log = seen()
  let people = 0
  const anyone = () => new Caller(talker(), log)
  const someone = async () => {
    const caller = anyone()
    const username = `talker${Date.now().toString(36)}${++people}`
    const account = { username, email: `${username}@mail.example`, password: 'correct horse' }
    expect((await caller.call('POST', '/api/v1/user/auth/signup/', account)).status).toBe(201)
    return Object.assign(caller, account)
  }
  return { anyone, someone, log }
}
export type Callers = ReturnType<typeof callers>

// The smallest PNG there is: one grey pixel.
export const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
/** Small, and large enough to be seen: what a signature is. */
export const STROKE =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAECAAAAACWpiEsAAAAC0lEQVR4nGNgIAwAACQAAbZm3wQAAAAASUVORK5CYII='
export const pixel = () => new Blob([Uint8Array.from(atob(PIXEL), (c) => c.charCodeAt(0))])

/** A small file for where any will do: no engine draws it. */
export const RECORDS: [name: string, content: string] = ['note.json', '{"a":1}']
