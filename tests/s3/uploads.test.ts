import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { UploadSession } from '../../contract/storage.ts'
import { objects, uploadPieces, uploads } from '../../server/core/schema.ts'
import { Client, signUp, startServer, type TestServer } from '../server/harness.ts'
import { end, type ServerProcess, spawnServer } from '../server/process.ts'
import { setClock } from '../server/safe-accounts.ts'

/** Two processes with one database and one bucket, and no disk in common. */
let first: TestServer
let second: ServerProcess
const folder = mkdtempSync(join(tmpdir(), 'filewright-test-'))
const startSecond = () => spawnServer(folder, settings)
let settings: Record<string, string>
beforeAll(async () => {
  const common = { S3_BUCKET: `test-${randomUUID()}`, SECRET_KEY: randomBytes(32).toString('base64') }
  first = await startServer(common)
  const s3 = inject('s3')
  settings = {
    ...common,
    DATABASE_URL: first.database,
    ROLE: 'web',
    S3_ENDPOINT: s3?.endpoint as string,
    S3_ACCESS_KEY_ID: s3?.accessKeyId as string,
    S3_SECRET_ACCESS_KEY: s3?.secretAccessKey as string,
  }
  second = await startSecond()
})
afterAll(async () => {
  await end(second.child, 'SIGTERM')
  await first.stop()
  rmSync(folder, { recursive: true, force: true })
})

const UPLOADS = '/api/v1/user/storage/uploads/'
const MB = 1024 * 1024

/** One person at both processes, as behind a load balancer. */
async function person() {
  const here = await signUp(first.url)
  const there = new Client(second.url)
  for (const [name, value] of here.cookies) there.cookies.set(name, value)
  return { here, there }
}

async function begin(me: Client, size_bytes: number): Promise<string> {
  const { status, body } = await me.json('POST', UPLOADS, { file_name: 'large.bin', size_bytes })
  expect(status).toBe(201)
  return body.upload_id
}

async function append(me: Client, id: string, offset: number, bytes: Uint8Array<ArrayBuffer>) {
  const response = await me.fetch(`${UPLOADS}${id}/?offset=${offset}`, {
    method: 'PATCH',
    body: bytes,
    headers: { 'content-type': 'application/octet-stream' },
  })
  return { status: response.status, body: (await response.json()) as UploadSession & { code?: string } }
}

const bytesOf = (count: number) => new Uint8Array(randomBytes(count))
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const piecesOf = (id: string) =>
  first.platform.db.select().from(uploadPieces).where(eq(uploadPieces.uploadId, id))

/** Of everyone; each test leaves none. */
async function storedPieces(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of first.platform.objects.list('pieces')) keys.push(key)
  return keys
}

describe('an upload in pieces with its files in a bucket', () => {
  it('goes from process to process, and leaves no piece behind, in the bucket or on a disk', async () => {
    const { here, there } = await person()
    const bytes = bytesOf(18 * MB + 5)
    const id = await begin(here, bytes.length)
    // More than one object for the first piece, less than one for the second.
    expect((await append(there, id, 0, bytes.slice(0, 17 * MB))).body.offset).toBe(17 * MB)
    expect((await piecesOf(id)).map((piece) => piece.sizeBytes).sort()).toHaveLength(3)
    expect((await here.json('GET', `${UPLOADS}${id}/`)).body.offset).toBe(17 * MB)
    expect((await append(here, id, 17 * MB, bytes.slice(17 * MB, 18 * MB))).status).toBe(200)
    const { body } = await append(there, id, 18 * MB, bytes.slice(18 * MB))
    expect(body.file).toMatchObject({ sha256: sha256(bytes), file_size_bytes: bytes.length })
    const content = await here.fetch(body.file?.download_url as string)
    expect(sha256(new Uint8Array(await content.arrayBuffer()))).toBe(sha256(bytes))
    expect([await piecesOf(id), await storedPieces()]).toEqual([[], []])
    for (const one of [first.folder, folder])
      expect(
        readdirSync(join(one, 'scratch'), { recursive: true, withFileTypes: true }).filter((e) => e.isFile()),
      ).toEqual([])
  })

  it('takes one of two pieces that begin at the same place at both processes', async () => {
    const { here, there } = await person()
    const bytes = bytesOf(3 * MB)
    const id = await begin(here, bytes.length)
    const both = await Promise.all([
      append(here, id, 0, bytes.slice(0, 2 * MB)),
      append(there, id, 0, bytes.slice(0, 2 * MB)),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'upload_offset_mismatch',
      offset: 2 * MB,
    })
    expect(await storedPieces()).toHaveLength(1)
    expect((await append(here, id, 2 * MB, bytes.slice(2 * MB))).body.file?.sha256).toBe(sha256(bytes))
  })

  it('loses nothing that was answered when the process that took it is killed', async () => {
    const { here, there } = await person()
    const bytes = bytesOf(2 * MB)
    const id = await begin(there, bytes.length)
    expect((await append(there, id, 0, bytes.slice(0, MB))).body.offset).toBe(MB)
    await end(second.child, 'SIGKILL')
    try {
      expect((await here.json('GET', `${UPLOADS}${id}/`)).body.offset).toBe(MB)
      expect((await append(here, id, MB, bytes.slice(MB))).body.file?.sha256).toBe(sha256(bytes))
    } finally {
      second = await startSecond()
    }
  })

  it('is gone at both when one cancels it', async () => {
    const { here, there } = await person()
    const id = await begin(here, 3 * MB)
    await append(here, id, 0, bytesOf(MB))
    expect((await there.json('DELETE', `${UPLOADS}${id}/`)).status).toBe(204)
    expect((await append(here, id, MB, bytesOf(MB))).body.code).toBe('not_found')
    expect(await storedPieces()).toEqual([])
  })

  it('keeps its pieces for as long as more come, and no longer', async () => {
    const { here } = await person()
    const id = await begin(here, 3 * MB)
    await append(here, id, 0, bytesOf(MB))
    const hours = (count: number) => setClock(first, count * 3_600_000)
    const sweep = async () => {
      const { sweep } = await import('../../server/worker/sweep.ts')
      await sweep(first.platform)
    }
    try {
      hours(20)
      expect((await append(here, id, MB, bytesOf(MB))).body.offset).toBe(2 * MB)
      hours(40)
      await sweep()
      expect((await here.json('GET', `${UPLOADS}${id}/`)).body.offset).toBe(2 * MB)
      expect(await storedPieces()).toHaveLength(2)
      hours(70)
      await sweep()
      expect(await first.platform.db.select().from(uploads).where(eq(uploads.id, id))).toEqual([])
      expect(await storedPieces()).toEqual([])
      const rows = await first.platform.db.select({ key: objects.key }).from(objects)
      expect(rows.filter(({ key }) => key.startsWith('pieces/'))).toEqual([])
    } finally {
      hours(0)
    }
  })
})
