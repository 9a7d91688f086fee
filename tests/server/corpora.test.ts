import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONVERSION_ERRORS } from '../../contract/conversion-errors.ts'
import { CORPUS_ROWS } from '../corpora/files.ts'
import { createDatabase, type TestDatabase } from '../postgres/database.ts'
import { JARGON } from './engines/helpers.ts'
import { Client } from './harness.ts'
import { end, type ServerProcess, spawnServer } from './process.ts'

/**
 * Real and hostile files, sent as a caller would send them, to the server as it is shipped. The
 * manifest says what a good converter does with each. Whatever happens, every row ends, nothing
 * that fails is charged, no engine calls anybody, and none reads what is not its own.
 */

/**
 * Engines that only some machines have: without them these are refused at the door, and said so.
 */
const NEEDS_SYSTEM = ['doc', 'xls', 'ppt', 'pfa', 'pfb']

/** Where a file of each family is sent, and a target that makes an engine do all of its work. */
const FAMILIES: Record<
  string,
  { path: string; core: string; target: string; targets?: Record<string, string> }
> = {
  document: {
    path: '/api/v1/pdf_handler/convert/',
    core: 'docs_core',
    target: 'pdf',
    targets: { pdf: 'png', epub: 'html', xlsx: 'html' },
  },
  image: {
    path: '/api/v1/convert/image/convert/',
    core: 'media_core',
    target: 'webp',
    targets: { webp: 'png' },
  },
  font: {
    path: '/api/v1/fonts/convert/',
    core: 'docs_core',
    target: 'woff2',
    targets: { woff2: 'ttf', pfa: 'otf', pfb: 'otf' },
  },
  video: {
    path: '/api/v1/convert/video/convert/',
    core: 'media_core',
    target: 'webm',
    targets: { webm: 'mp3', mp3: 'm4a', flac: 'mp3', amr: 'mp3' },
  },
  model: {
    path: '/api/v1/convert/model/convert/',
    core: 'media_core',
    target: 'glb',
    targets: { glb: 'obj', gltf: 'stl' },
  },
}
const ENDINGS: Record<string, string[]> = {
  image: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'tiff', 'svg', 'bmp', 'tga', 'ico', 'hdr', 'qoi'],
  font: ['woff2'],
  video: ['m3u8'],
  model: ['gltf', 'stl'],
}
const FOLDERS: Record<string, string> = {
  docs: 'document',
  pdf: 'document',
  images: 'image',
  fonts: 'font',
  models: 'model',
  video: 'video',
}
const familyOf = (folder: string, extension: string) =>
  FOLDERS[folder] ??
  Object.entries(ENDINGS).find(([, endings]) => endings.includes(extension))?.[0] ??
  'document'

// What the hostile files name inside them.
const LISTENER = 18_999
const CANARY = '/tmp/canary'
const secret = `secret-${randomUUID()}`

let folder: string
let database: TestDatabase
let server: ServerProcess
let client: Client
let listener: Server
const called: string[] = []
const texts: string[] = []

describe('the corpora', () => {
  beforeAll(async () => {
    mkdirSync(CANARY, { recursive: true })
    writeFileSync(join(CANARY, 'secret.txt'), secret)
    listener = createServer((request, response) => {
      called.push(request.url ?? '')
      response.end(secret)
    }).listen(LISTENER, '127.0.0.1')
    await once(listener, 'listening')
    folder = mkdtempSync(join(tmpdir(), 'filewright-corpora-'))
    database = await createDatabase()
    server = await spawnServer(folder, { DATABASE_URL: database.url })
    client = new Client(server.url)
    await client.json('GET', '/api/v1/docs_core/credits/')
  })
  afterAll(async () => {
    await end(server.child, 'SIGTERM')
    await database.drop()
    listener.close()
    for (const place of [folder, CANARY]) rmSync(place, { recursive: true, force: true })
  })

  it.concurrent.each(CORPUS_ROWS)(
    '$family/$file: $expect',
    async (row) => {
      const bytes = new Uint8Array(readFileSync(row.path))
      const extension = extname(row.file).slice(1).toLowerCase()
      const { path, core, target, targets } = FAMILIES[
        familyOf(row.family, extension)
      ] as (typeof FAMILIES)[string]
      const sent = await client.convert(
        bytes,
        { target_format: targets?.[extension] ?? target },
        { name: row.file, path },
      )
      if (sent.status !== 202) {
        expect(sent.status, JSON.stringify(sent.body)).toBe(400)
        expect(sent.body.detail).toMatch(/^\S.*\.$/s)
        if (row.expect === 'convert') expect(NEEDS_SYSTEM, sent.body.detail).toContain(extension)
        return
      }
      const wait = `/api/v1/${core}/conversion/wait/${sent.body.id}/`
      // A video may take two minutes, anything else one.
      let done = (await client.json('GET', wait)).body
      if (row.family === 'video' && done.status === 'pending') done = (await client.json('GET', wait)).body
      expect(done.status, 'it ends in time').not.toBe('pending')
      if (row.expect.startsWith('convert')) {
        if (row.expect === 'convert') expect(done.error).toBeNull()
      } else if (row.expect === 'clean-fail') {
        expect(done.status).toBe('failed')
      }
      if (done.status === 'failed') {
        expect(CONVERSION_ERRORS).toContain(done.error.code)
        expect(done.error.code, 'our own fault').not.toBe('internal')
        expect(done.error.message).toMatch(/^[A-Z].*\.$/s)
        expect(done.error.message).not.toMatch(JARGON)
        expect(done.credits_charged).toBe(0)
        return
      }
      const output = await client.fetch(new URL(done.download_url).pathname)
      const content = Buffer.from(await output.arrayBuffer())
      expect(content.length).toBe(done.output.size_bytes)
      texts.push(content.toString('latin1'))
    },
    150_000,
  )

  it('called nobody, and took nothing that was not in the file', async () => {
    expect(called).toEqual([])
    expect(texts.length).toBeGreaterThan(30)
    expect(texts.filter((text) => text.includes(secret))).toEqual([])
    expect(server.log()).not.toContain(secret)
    const { body } = await client.json('GET', '/api/v1/docs_core/credits/')
    expect(body.held).toBe(0)
    // Degraded is said where the sandbox is a weak one.
    expect((await client.json('GET', '/api/v1/health/')).body.status).not.toBe('down')
  })
})
