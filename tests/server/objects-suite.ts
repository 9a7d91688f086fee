import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Objects } from '../../server/platform.ts'

export const newKey = () => `uploads/${randomUUID()}`

/** A local file as an upload leaves it. */
export function localFile(folder: string, content: string | Uint8Array): string {
  const path = join(folder, randomUUID())
  writeFileSync(path, content)
  return path
}

const sha256 = async (stream: Readable) => {
  const hash = createHash('sha256')
  await pipeline(stream, hash)
  return hash.digest('hex')
}

/**
 * What every store of objects does, whatever it is made of. `open` may list a few keys at a time.
 */
export function objectsSuite(
  name: string,
  open: () => Promise<{ objects: Objects; close(): Promise<void> }>,
) {
  describe(name, () => {
    let objects: Objects
    let close: () => Promise<void>
    let folder: string
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'filewright-objects-'))
      const opened = await open()
      objects = opened.objects
      close = opened.close
    })
    afterAll(async () => {
      await close()
      rmSync(folder, { recursive: true, force: true })
    })

    const put = async (content: string | Uint8Array, key = newKey()) => {
      await objects.adopt(key, localFile(folder, content))
      return key
    }
    const text = async (key: string, range?: { start: number; end: number }) =>
      (await buffer(await objects.read(key, range))).toString()

    const all = async (prefix: string) => {
      const found: { key: string; size: number }[] = []
      for await (const one of objects.list(prefix)) found.push(one)
      return found
    }

    it('takes a file over, and gives it back', async () => {
      const path = localFile(folder, 'Grüße')
      const key = newKey()
      await objects.adopt(key, path)
      expect(existsSync(path), 'the local file is gone').toBe(false)
      expect(await text(key)).toBe('Grüße')
      expect(await objects.head(key)).toMatchObject({ size: 7 })
    })

    it('gives any range of it', async () => {
      const key = await put('0123456789')
      expect(await text(key, { start: 0, end: 0 })).toBe('0')
      expect(await text(key, { start: 3, end: 6 })).toBe('3456')
      expect(await text(key, { start: 9, end: 9 }), 'the last byte').toBe('9')
      expect(await text(key, { start: 7, end: 500 }), 'past the end').toBe('789')
      expect(await text(key, { start: 10, end: 20 }), 'beyond the end').toBe('')
    })

    it('keeps a file without a byte', async () => {
      const key = await put('')
      expect(await text(key)).toBe('')
      expect(await objects.head(key)).toMatchObject({ size: 0 })
    })

    it('says what is not there', async () => {
      const key = newKey()
      expect(await objects.head(key)).toBeNull()
      await expect(objects.read(key)).rejects.toThrow()
      await expect(objects.read(key, { start: 0, end: 1 })).rejects.toThrow()
      const to = join(folder, 'never')
      await expect(objects.copyTo(key, to)).rejects.toThrow()
      expect(existsSync(to)).toBe(false)
    })

    it('forgets what is removed, also twice', async () => {
      const key = await put('gone')
      await objects.remove(key)
      await objects.remove(key)
      expect(await objects.head(key)).toBeNull()
    })

    it('copies to a local file', async () => {
      const key = await put('a copy')
      const path = join(folder, 'copy')
      await objects.copyTo(key, path)
      expect(readFileSync(path, 'utf8')).toBe('a copy')
      expect(await text(key)).toBe('a copy')
      await expect(objects.copyTo(key, join(folder, 'no', 'such', 'folder'))).rejects.toThrow()
    })

    it('lists everything of one kind and nothing else', async () => {
      const keys = await Promise.all(
        Array.from({ length: 25 }, (_, index) => put('x'.repeat(index), `listed/${randomUUID()}`)),
      )
      await put('another kind', `lister/${randomUUID()}`)
      const listed = await all('listed')
      expect(listed.map(({ key }) => key).sort()).toEqual(keys.sort())
      expect(listed.reduce((sum, { size }) => sum + size, 0)).toBe((24 * 25) / 2)
      expect(await all('none')).toEqual([])
    })

    it('gives the bytes of a key another tag when they are written again', async () => {
      const key = await put('before', `tagged/${randomUUID()}`)
      const before = await objects.head(key)
      expect(await all('tagged')).toEqual([{ key, ...before }])
      await put('after!', key)
      const after = await objects.head(key)
      expect(after).toMatchObject({ size: 6 })
      expect(after?.tag).not.toBe(before?.tag)
    })

    it('keeps a large file byte by byte', { timeout: 120_000 }, async () => {
      const path = localFile(folder, randomBytes(40_000_003))
      const hash = await sha256(createReadStream(path))
      const key = newKey()
      await objects.adopt(key, path)
      expect(await objects.head(key)).toMatchObject({ size: 40_000_003 })
      expect(await sha256(await objects.read(key))).toBe(hash)
      const tail = await buffer(await objects.read(key, { start: 40_000_000, end: 40_000_002 }))
      expect(tail).toHaveLength(3)
      const copy = join(folder, 'large')
      await objects.copyTo(key, copy)
      expect(await sha256(createReadStream(copy))).toBe(hash)
      await rm(copy)
    })

    it.each([
      '',
      'uploads',
      'uploads/',
      '../x',
      '/etc/passwd',
      `../${randomUUID()}`,
      `uploads/../${randomUUID()}`,
      `/uploads/${randomUUID()}`,
      `Uploads/${randomUUID()}`,
      `uploads/${randomUUID()}/x`,
      `uploads/${randomUUID()}\n`,
      `uploads/${randomUUID()}\0`,
      `uploads/${randomUUID().replace('-', '.')}`,
    ])('refuses %j, which is no key of ours', async (key) => {
      const path = localFile(folder, 'mine')
      await expect(objects.adopt(key, path)).rejects.toThrow('not a key of ours')
      expect(readFileSync(path, 'utf8'), 'the file was not touched').toBe('mine')
      await expect(objects.read(key)).rejects.toThrow('not a key of ours')
      await expect(objects.copyTo(key, join(folder, 'never'))).rejects.toThrow('not a key of ours')
      await expect(objects.head(key)).rejects.toThrow('not a key of ours')
      await expect(objects.remove(key)).rejects.toThrow('not a key of ours')
      await expect(
        objects.signedUrl(key, { filename: 'x', type: 'text/plain', seconds: 60 }),
      ).rejects.toThrow('not a key of ours')
    })

    it('leaves nothing under the key of a file that it could not take', async () => {
      const key = newKey()
      await expect(objects.adopt(key, join(folder, 'not-there'))).rejects.toThrow('ENOENT')
      expect(await objects.head(key)).toBeNull()
    })

    it('lets a reader go away in the middle', async () => {
      const key = await put(randomBytes(5_000_000))
      for (let times = 0; times < 20; times++) {
        const stream = await objects.read(key)
        await once(stream, 'readable')
        stream.destroy()
        await once(stream, 'close')
      }
      expect((await buffer(await objects.read(key))).length).toBe(5_000_000)
    })

    it('takes many at once', async () => {
      const names = Array.from({ length: 30 }, (_, index) => `file ${index}`)
      const keys = await Promise.all(names.map((content) => put(content)))
      expect(await Promise.all(keys.map((key) => text(key)))).toEqual(names)
    })

    it('answers when it is asked whether it is well', async () => {
      await objects.probe()
    })
  })
}
