import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONVERSION_ERRORS } from '../../contract/conversion-errors.ts'
import { Client } from './harness.ts'
import { end, type ServerProcess, spawnServer } from './process.ts'

/**
 * Real and hostile files, sent as a caller would send them, to the server as it is shipped. The manifest says what a good
 * converter does with each. Whatever happens, every row ends, nothing that fails is charged, no engine calls anybody, and
 * none reads what is not its own.
 */
const corpora = join(import.meta.dirname, '..', '..', '..', 'shared', 'corpora')

interface Row {
  family: string
  file: string
  expect: string
  note: string
}
const rows: Row[] = existsSync(corpora)
  ? readFileSync(join(corpora, 'manifest.tsv'), 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line) => line.split('\t'))
      .map(([family = '', file = '', , , , , expected = '', note = '']) => ({
        family,
        file,
        expect: expected,
        note,
      }))
      .filter(({ family }) => ['docs', 'images', 'pdf', 'hostile'].includes(family))
  : []

/** Formats of other families or of engines that are not there yet: refused at the door, and said so. */
const NOT_YET = [
  'doc',
  'xls',
  'ppt',
  'bmp',
  'tga',
  'ico',
  'hdr',
  'qoi',
  'gltf',
  'm3u8',
  'stl',
  'woff2',
  'zip',
]
const IMAGES = ['png', 'jpg', 'jpeg', 'gif', 'webp', 'tiff', 'svg', 'bmp', 'tga', 'ico', 'hdr', 'qoi']
/** A target that makes an engine do all of its work. */
const TARGETS: Record<string, string> = {
  pdf: 'png',
  html: 'pdf',
  tex: 'pdf',
  md: 'pdf',
  epub: 'html',
  xlsx: 'html',
  pptx: 'pdf',
}

// What the hostile files name inside them.
const LISTENER = 18_999
const CANARY = '/tmp/canary'
const secret = `secret-${randomUUID()}`

let folder: string
let server: ServerProcess
let client: Client
let listener: Server
const called: string[] = []
const texts: string[] = []

describe.runIf(rows.length > 0)('the corpora', () => {
  beforeAll(async () => {
    mkdirSync(CANARY, { recursive: true })
    writeFileSync(join(CANARY, 'secret.txt'), secret)
    listener = createServer((request, response) => {
      called.push(request.url ?? '')
      response.end(secret)
    }).listen(LISTENER, '127.0.0.1')
    await once(listener, 'listening')
    folder = mkdtempSync(join(tmpdir(), 'filewright-corpora-'))
    server = await spawnServer(folder)
    client = new Client(server.url)
    await client.json('GET', '/api/v1/docs_core/credits/')
  })
  afterAll(async () => {
    await end(server.child, 'SIGTERM')
    listener.close()
    for (const place of [folder, CANARY]) rmSync(place, { recursive: true, force: true })
  })

  it.concurrent.each(rows)(
    '$family/$file: $expect',
    async (row) => {
      const bytes = new Uint8Array(readFileSync(join(corpora, row.family, row.file)))
      const extension = extname(row.file).slice(1).toLowerCase()
      const image = IMAGES.includes(extension)
      const target = TARGETS[extension] ?? (image ? (extension === 'webp' ? 'png' : 'webp') : 'pdf')
      const path = image ? '/api/v1/convert/image/convert/' : '/api/v1/pdf_handler/convert/'
      const sent = await client.convert(bytes, { target_format: target }, { name: row.file, path })
      if (sent.status !== 202) {
        expect(sent.status, JSON.stringify(sent.body)).toBe(400)
        expect(sent.body.detail).toMatch(/^\S.*\.$/s)
        if (row.expect === 'convert') expect(NOT_YET, sent.body.detail).toContain(extension)
        return
      }
      const core = image ? 'media_core' : 'docs_core'
      const done = (await client.json('GET', `/api/v1/${core}/conversion/wait/${sent.body.id}/`)).body
      expect(done.status, 'it ends within a minute').not.toBe('pending')
      if (row.expect.startsWith('convert')) {
        if (row.expect === 'convert') expect(done.error).toBeNull()
      } else if (row.expect === 'clean-fail') {
        expect(done.status).toBe('failed')
      }
      if (done.status === 'failed') {
        expect(CONVERSION_ERRORS).toContain(done.error.code)
        expect(done.error.code, 'our own fault').not.toBe('internal')
        expect(done.error.message).toMatch(/^[A-Z].*\.$/s)
        expect(done.credits_charged).toBe(0)
        return
      }
      const output = await client.fetch(new URL(done.download_url).pathname)
      const content = Buffer.from(await output.arrayBuffer())
      expect(content.length).toBe(done.output.size_bytes)
      texts.push(content.toString('latin1'))
    },
    90_000,
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
