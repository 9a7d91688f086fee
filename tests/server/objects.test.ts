import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openDiskObjects } from '../../server/adapters/disk-objects.ts'
import { orTold } from '../../server/adapters/s3-errors.ts'
import { readConfig } from '../../server/config.ts'
import { StorageFull } from '../../server/core/storage-full.ts'
import { Unreachable } from '../../server/core/unreachable.ts'
import { newKey, objectsSuite } from './objects-suite.ts'

objectsSuite('objects on a disk', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-disk-'))
  return {
    objects: openDiskObjects(folder),
    close: async () => rmSync(folder, { recursive: true, force: true }),
  }
})

it('a disk has no address of its own to hand out', async () => {
  const file = { filename: 'x.pdf', type: 'application/pdf', seconds: 60 }
  expect(await openDiskObjects('/nowhere').signedUrl(newKey(), file)).toBeNull()
})

describe('what a bucket’s server says', () => {
  const answered = (httpStatusCode: number, name = 'Unknown') =>
    Object.assign(new Error(name), { name, $metadata: { httpStatusCode } })

  it.each([
    answered(507),
    answered(400, 'EntityTooLarge'),
    answered(403, 'QuotaExceeded'),
    answered(400, 'XMinioAdminBucketQuotaExceeded'),
    answered(507, 'XMinioStorageFull'),
  ])('%s: there is no room', async (error) => {
    await expect(orTold(Promise.reject(error))).rejects.toThrow(StorageFull)
  })

  it.each([
    answered(500, 'InternalError'),
    answered(503, 'SlowDown'),
    answered(429),
    Object.assign(new Error('timed out'), { name: 'TimeoutError' }),
    ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN'].map((code) =>
      Object.assign(new Error(code), { code }),
    ),
  ])('%s: it is away', async (error) => {
    await expect(orTold(Promise.reject(error))).rejects.toThrow(Unreachable)
  })

  it.each([
    answered(404, 'NoSuchKey'),
    answered(403, 'AccessDenied'),
    answered(501, 'NotImplemented'),
    Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }),
  ])('%s: a fault of ours', async (error) => {
    await expect(orTold(Promise.reject(error))).rejects.toBe(error)
  })
})

it('a bucket needs its keys, and what belongs to a bucket needs one', () => {
  expect(() => readConfig({ S3_BUCKET: 'files' })).toThrow(
    'S3_ACCESS_KEY_ID: Goes with S3_BUCKET and S3_SECRET_ACCESS_KEY: set all of them, or none.',
  )
  expect(() => readConfig({ S3_ENDPOINT: 'http://10.0.0.2:9000' })).toThrow(
    'S3_ENDPOINT: Says nothing without S3_BUCKET: set it too.',
  )
  for (const S3_BUCKET of ['Files', 'a', '../x', 'a/b', 'x'.repeat(64)])
    expect(() => readConfig({ S3_BUCKET }), S3_BUCKET).toThrow('S3_BUCKET: A bucket’s name')
  expect(() => readConfig({ S3_ENDPOINT: 'file:///etc' })).toThrow('S3_ENDPOINT')
})
