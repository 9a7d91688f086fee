import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { inject } from 'vitest'
import type { Problem } from '../../contract/problems.ts'
import { openPasswords } from '../../server/adapters/argon2-passwords.ts'
import { readConfig } from '../../server/config.ts'
import { createEngines } from '../../server/engines/index.ts'
import { LOG_OPTIONS } from '../../server/log-options.ts'
import { type Running, start } from '../../server/start.ts'
import { createDatabase } from '../postgres/database.ts'
import { COMPILE_CACHE } from './compile-cache.ts'
import { type Held, heldEngines } from './held-engines.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real server of buckets, in the runs that have one. */
    s3?: { endpoint: string; accessKeyId: string; secretAccessKey: string }
  }
}

/** Argon2id as ever, a hundredth of the work. */
const CHEAP = { memoryCost: 256, timeCost: 1, parallelism: 1 }

export interface TestServer extends Running {
  url: string
  folder: string
  /** The URL of its database. */
  database: string
  held: Held
  /** What was logged, a line each. */
  logged: string[]
}

/**
 * Starts the whole platform in this process, on a data folder and a database of its own, with held
 * or real engines.
 */
export async function startServer(
  settings: Record<string, string> = {},
  engines: 'held' | 'real' = 'held',
): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-test-'))
  const logged: string[] = []
  const log = pino({ level: 'info', ...LOG_OPTIONS }, { write: (line: string) => void logged.push(line) })
  const { held, create } = heldEngines()
  const database = await createDatabase()
  const config = readConfig({
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    OUTBOX_FOLDER: join(folder, 'outbox'),
    RATE_LIMITS: '1000',
    // A verb that took a second connection inside its transaction would wait for itself.
    DATABASE_POOL: '1',
    ...bucket(),
    ...settings,
  })
  const running = await start(config, log, {
    version: 'test',
    passwords: await openPasswords(CHEAP),
    engines:
      engines === 'held' ? create : (settings) => createEngines({ ...settings, compileCache: COMPILE_CACHE }),
  })
  return {
    ...running,
    url: running.url as string,
    folder,
    database: database.url,
    held,
    logged,
    stop: async () => {
      await running.stop()
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Files in a bucket of one's own, in the runs that have a server of them. */
function bucket(): Record<string, string> {
  const s3 = inject('s3')
  if (!s3) return {}
  return {
    S3_ENDPOINT: s3.endpoint,
    S3_BUCKET: `test-${randomUUID()}`,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  }
}

/** How many files the store holds. */
export const storedFiles = async (server: TestServer): Promise<number> => (await storedKeys(server)).length

/** Which they are, in order. */
export async function storedKeys({ platform: { objects } }: TestServer): Promise<string[]> {
  const keys: string[] = []
  for (const kind of ['uploads', 'outputs', 'pieces'])
    for await (const { key } of objects.list(kind)) keys.push(key)
  return keys.sort()
}

/** What the server says to a file: that it was accepted, or why not. */
type Accepted = { id: string; conversion_id: string; status: string; state: string }

/** A browser's part in a conversation: keeps cookies and says where it comes from. */
export class Client {
  readonly url: string
  readonly cookies = new Map<string, string>()
  constructor(url: string) {
    this.url = url
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    if (this.cookies.size > 0)
      headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(new URL(path, this.url), { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '' || /max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  /** Sends JSON, gets status and JSON. */
  async json(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const init =
      body === undefined
        ? { method, headers }
        : { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
    const response = await this.fetch(path, init)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : undefined }
  }

  /** Sends a file to convert, gets status and JSON. */
  async convert(
    content: string | Uint8Array<ArrayBuffer>,
    fields: Record<string, string> = {},
    options: { name?: string; path?: string; key?: string } = {},
  ) {
    const form = new FormData()
    for (const [name, value] of Object.entries({ target_format: 'html', ...fields })) form.append(name, value)
    form.append('file', new Blob([content]), options.name ?? 'note.md')
    const headers: Record<string, string> = options.key ? { 'idempotency-key': options.key } : {}
    const response = await this.fetch(options.path ?? '/api/v1/pdf_handler/convert/', {
      method: 'POST',
      body: form,
      headers,
    })
    return {
      status: response.status,
      body: (await response.json()) as Accepted & Problem,
    }
  }

  async wait(id: string) {
    return (await this.json('GET', `/api/v1/docs_core/conversion/wait/${id}/`)).body
  }
}

let people = 0

/** A client that has signed up, as somebody new. */
export async function signUp(url: string, client = new Client(url)): Promise<Client & { username: string }> {
  const username = `person${process.pid}x${++people}`
  const made = await client.json('POST', '/api/v1/user/auth/signup/', {
    username,
    email: `${username}@mail.example`,
    password: 'correct horse',
  })
  if (made.status !== 201) throw new Error(`sign-up failed: ${JSON.stringify(made.body)}`)
  return Object.assign(client, { username })
}
