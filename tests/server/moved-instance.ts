import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { PDFDocument } from '@cantoo/pdf-lib'
import { expect } from 'vitest'
import { Outbox } from '../contract/outbox.ts'
import { COMPILE_CACHE } from './compile-cache.ts'
import { Client, signUp } from './harness.ts'
import { type ServerProcess, until } from './process.ts'
import { person, SESSIONS, session, signs, store } from './signing-desk.ts'

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const get = async (client: Client, path: string) => {
  const answer = await client.fetch(path)
  return answer.status === 200 ? sha256(new Uint8Array(await answer.arrayBuffer())) : answer.status
}

/** What an instance serves and must serve after a move. */
export class Content {
  readonly cookies: ReadonlyMap<string, string>
  /** Paths, with the SHA-256 of what they give. */
  readonly files = new Map<string, string>()
  #paths: Record<string, unknown> = {}

  private constructor(client: Client) {
    this.cookies = client.cookies
  }

  /** Signs up and stores files of these sizes. */
  static async fill(server: ServerProcess, sizes: number[]): Promise<Content> {
    const me = await signUp(server.url)
    const content = new Content(me)
    for (const [at, size] of sizes.entries()) await content.add(me, `file-${at}.bin`, randomBytes(size))
    return content
  }

  /** Converts a file, and has a document signed and sealed. */
  async work(server: ServerProcess, folder: string): Promise<void> {
    const me = this.client(server.url)
    expect(await me.wait((await me.convert('# Before the move')).body.id)).toMatchObject({
      status: 'completed',
    })
    const signer = person()
    const document = await PDFDocument.create()
    document.addPage([595, 842]).drawText('Lease', { x: 72, y: 760 })
    const lease = Uint8Array.from(await document.save())
    const { id } = await session(me, [signer], { content: lease })
    const token = (await new Outbox(folder).signingLink(signer.email)).split('/').at(-1) as string
    expect((await signs(new Client(server.url), token)).status).toBe(200)
    const at = `${SESSIONS}${id}/`
    const done = await until(90, async () => {
      const { body } = await me.json('GET', at)
      return body.state === 'completed' && body
    })
    this.files.set(`${at}result/`, done.result.sha256)
    for (const path of [`${at}log/`, '/api/v1/docs_core/credits/'])
      this.#paths[path] = (await me.json('GET', path)).body
  }

  /** Stores one file more. @returns its key in the store */
  async add(client: Client, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const { id, s3_key: key } = await store(client, bytes, name)
    this.files.set(`/api/v1/user/storage/files/${id}/content/`, sha256(bytes))
    return key
  }

  client(url: string): Client {
    const client = new Client(url)
    for (const [name, value] of this.cookies) client.cookies.set(name, value)
    return client
  }

  /**
   * Whether the server serves the same files, the sealed document among them, the same log of
   * signing and the same credits.
   */
  async requireSame(url: string): Promise<void> {
    const client = this.client(url)
    for (const [path, hash] of this.files) expect(await get(client, path), path).toBe(hash)
    for (const [path, body] of Object.entries(this.#paths))
      expect((await client.json('GET', path)).body, path).toEqual(body)
  }
}

export interface MoveRun {
  child: ChildProcess
  /** Exit code and everything that was printed. */
  ended: Promise<{ code: number | null; output: string }>
}

/** `npm run move` with these words. */
export function startMove(args: string[], settings: Record<string, string>): MoveRun {
  const child = spawn(process.execPath, ['dist-server/move.js', ...args], {
    env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: COMPILE_CACHE, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  return { child, ended: once(child, 'close').then(() => ({ code: child.exitCode, output })) }
}

export const move = (args: string[], settings: Record<string, string>) => startMove(args, settings).ended
