import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { parse } from 'content-disposition'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cleanFileName } from '../../contract/file-name.ts'
import { openS3Objects, type S3Settings } from '../../server/adapters/s3-objects.ts'
import { StorageFull } from '../../server/core/storage-full.ts'
import { localFile, newKey, objectsSuite } from '../server/objects-suite.ts'
import { newBucket, quiet } from './buckets.ts'

type S3Objects = Awaited<ReturnType<typeof openS3Objects>>

objectsSuite('objects in a bucket', async () => {
  const objects = await openS3Objects(newBucket(), quiet, 10)
  return { objects, close: async () => objects.close() }
})

let folder: string
let settings: S3Settings & { endpoint: string }
let objects: S3Objects
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'filewright-s3-'))
  settings = newBucket()
  objects = await openS3Objects(settings, quiet)
})
afterAll(() => {
  objects.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('an address for people', () => {
  const stored = async (content = 'for everybody') => {
    const key = newKey()
    await objects.adopt(key, localFile(folder, content))
    return key
  }

  it.each([
    'Lease.pdf',
    'Grüße, 14 Harbour Row – 日本.pdf',
    'quote" and %41.pdf',
    "it's (1)*!.pdf",
    'a\r\nSet-Cookie: x=1.pdf',
    '../../etc/passwd',
    '<script>.html',
  ])('saves as the clean form of %j', async (filename) => {
    const url = await objects.signedUrl(await stored(), { filename, type: 'text/html', seconds: 60 })
    const answer = await fetch(url as string)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/html/)
    expect(answer.headers.get('set-cookie')).toBeNull()
    const { type, parameters } = parse(answer.headers.get('content-disposition') as string)
    expect([type, parameters.filename]).toEqual(['attachment', cleanFileName(filename)])
    expect(await answer.text()).toBe('for everybody')
  })

  it('gives ranges', async () => {
    const url = await objects.signedUrl(await stored(), { filename: 'x', type: 'text/plain', seconds: 60 })
    const answer = await fetch(url as string, { headers: { range: 'bytes=4-12' } })
    expect([answer.status, await answer.text()]).toEqual([206, 'everybody'])
  })

  it('lives for five minutes at the most, and opens one file alone', async () => {
    const key = await stored()
    const url = new URL(
      (await objects.signedUrl(key, { filename: 'x', type: 'text/plain', seconds: 86_400 })) as string,
    )
    expect(url.searchParams.get('X-Amz-Expires')).toBe('300')
    const old = new URL(url)
    const begun = new Date(Date.now() - 301_000).toISOString().replace(/[-:]|\.\d+/g, '')
    old.searchParams.set('X-Amz-Date', begun)
    const longer = new URL(url)
    longer.searchParams.set('X-Amz-Expires', '3000')
    const another = new URL(url)
    another.pathname = another.pathname.replace(key, await stored('not for you'))
    const named = new URL(url)
    named.searchParams.set('response-content-type', 'text/html')
    for (const wrong of [old, longer, another, named]) expect((await fetch(wrong)).status).toBe(403)
    expect((await fetch(url, { method: 'PUT', body: 'mine now' })).status).toBe(403)
    expect(await (await fetch(url)).text()).toBe('for everybody')
  })

  it('ends when its time is up', async () => {
    const url = await objects.signedUrl(await stored(), { filename: 'x', type: 'text/plain', seconds: 1 })
    await expect.poll(async () => (await fetch(url as string)).status, { timeout: 10_000 }).toBe(403)
  })

  it('there is none where browsers do not reach the server', async () => {
    const { publicUrl: _, ...rest } = settings
    const inside = await openS3Objects({ ...rest, publicUrl: null }, quiet)
    const file = { filename: 'x', type: 'text/plain', seconds: 60 }
    expect(await inside.signedUrl(newKey(), file)).toBeNull()
    inside.close()
  })
})

describe('a bucket', () => {
  it('is made once, whoever comes first', async () => {
    const wanted = newBucket()
    const opened = await Promise.all([1, 2, 3].map(() => openS3Objects(wanted, quiet)))
    for (const one of opened) await one.probe()
    for (const one of opened) one.close()
  })

  it('that these keys may not use is told by name', async () => {
    await expect(openS3Objects({ ...settings, secretAccessKey: 'wrong' }, quiet)).rejects.toThrow(
      `The bucket ${settings.bucket} cannot be used: the keys do not allow it`,
    )
  })

  it('that is full takes nothing more, whole or in parts, and keeps the file', async () => {
    const key = newKey()
    // In parts, so that the place where Swift keeps them is there too.
    await objects.adopt(key, localFile(folder, randomBytes(9_000_000)))
    await limit(settings, 1000)
    try {
      for (const size of [2000, 20_000_000]) {
        const path = localFile(folder, randomBytes(size))
        const wanted = newKey()
        await expect(objects.adopt(wanted, path)).rejects.toThrow(StorageFull)
        expect(existsSync(path)).toBe(true)
        expect(await objects.head(wanted)).toBeNull()
      }
    } finally {
      await limit(settings, null)
    }
    expect(await unfinished(settings), 'no parts are left behind').toBe(0)
    expect(await objects.head(key)).toMatchObject({ size: 9_000_000 })
  })
})

/** How many bytes a bucket may hold, which Swift is told in its own language. */
async function limit(
  { endpoint, accessKeyId, secretAccessKey, bucket }: typeof settings,
  bytes: number | null,
) {
  const { headers } = await fetch(`${endpoint}/auth/v1.0`, {
    headers: { 'x-auth-user': accessKeyId, 'x-auth-key': secretAccessKey },
  })
  for (const place of [bucket, `${bucket}+segments`]) {
    const { ok, status } = await fetch(`${headers.get('x-storage-url')}/${place}`, {
      method: 'POST',
      headers: {
        'x-auth-token': headers.get('x-auth-token') as string,
        'x-container-meta-quota-bytes': bytes === null ? '' : String(bytes),
      },
    })
    if (!ok) throw new Error(`Swift answered ${status}`)
  }
}

async function unfinished({ endpoint, region, bucket, accessKeyId, secretAccessKey }: typeof settings) {
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket: bucket }))
  client.destroy()
  return Uploads.length
}
