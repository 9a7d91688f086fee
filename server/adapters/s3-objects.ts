import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { attachment } from '../core/attachment.ts'
import { ownKey } from '../core/object-key.ts'
import { removeFile } from '../core/remove-file.ts'
import { orStorageFull } from '../core/storage-full.ts'
import type { Log, Objects } from '../platform.ts'
import { makeReady } from './s3-bucket.ts'
import { codeOf, orTold, statusOf } from './s3-errors.ts'

export interface S3Settings {
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  region: string
  /** Null for Amazon S3. */
  endpoint: string | null
  /** URL of the same server for browsers; null if they cannot reach it. */
  publicUrl: string | null
  forcePathStyle: boolean
}

/**
 * Larger files are uploaded in parts of this size, three at a time: an upload uses the memory of
 * four parts.
 */
const PART = 8 * 1024 * 1024
const PARTS_AT_ONCE = 3
const MOST_PARTS = 10_000
/** Maximum lifetime of a signed URL, which cannot be revoked. */
const MOST_SECONDS = 300

/**
 * Stores objects in a bucket, under the same keys as on a disk.
 * @throws Error with a message for the operator if the bucket cannot be created or written to
 */
export async function openS3Objects(
  settings: S3Settings,
  log: Log,
  /** Keys per list response; a test needs several responses without a thousand keys. */
  page = 1000,
): Promise<Objects & { close(): void }> {
  const { bucket: Bucket } = settings
  const client = clientAt(settings, settings.endpoint)
  const people = settings.publicUrl ? clientAt(settings, settings.publicUrl) : null
  const close = () => {
    client.destroy()
    people?.destroy()
  }
  try {
    await makeReady(client, settings, log)
  } catch (error) {
    close()
    throw error
  }
  const get = async (key: string, range?: { start: number; end: number }) => {
    const { Body } = await orTold(
      client.send(
        new GetObjectCommand({
          Bucket,
          Key: ownKey(key),
          ...(range && { Range: `bytes=${range.start}-${range.end}` }),
        }),
      ),
    )
    if (!(Body instanceof Readable)) throw new Error('S3 answered without a body')
    return Body
  }
  return {
    onDisk: false,
    close,
    adopt: async (key, path) => {
      await orTold(put(client, Bucket, ownKey(key), path))
      await removeFile(path)
    },
    read: async (key, range) => {
      try {
        return await get(key, range)
      } catch (error) {
        if (codeOf(error) === 'InvalidRange') return Readable.from([])
        throw error
      }
    },
    copyTo: async (key, path) => {
      const body = await get(key)
      try {
        await orTold(orStorageFull(pipeline(body, createWriteStream(path))))
      } catch (error) {
        await removeFile(path)
        throw error
      }
    },
    head: async (key) => {
      try {
        const { ContentLength = 0, ETag = '' } = await orTold(
          client.send(new HeadObjectCommand({ Bucket, Key: ownKey(key) })),
        )
        return { size: ContentLength, tag: ETag }
      } catch (error) {
        if (statusOf(error) === 404) return null
        throw error
      }
    },
    remove: async (key) => {
      try {
        await orTold(client.send(new DeleteObjectCommand({ Bucket, Key: ownKey(key) })))
      } catch (error) {
        // Amazon S3 responds with 204 here; some other servers report NoSuchKey.
        if (codeOf(error) !== 'NoSuchKey') throw error
      }
    },
    list: async function* (prefix) {
      const pages = paginateListObjectsV2({ client, pageSize: page }, { Bucket, Prefix: `${prefix}/` })[
        Symbol.asyncIterator
      ]()
      for (;;) {
        const { value, done } = await orTold(pages.next())
        if (done) return
        for (const { Key, Size = 0, ETag = '' } of value.Contents ?? [])
          if (Key) yield { key: Key, size: Size, tag: ETag }
      }
    },
    // Read-only: with versioning, each health check that writes would leave a version.
    probe: async () => void (await orTold(client.send(new HeadBucketCommand({ Bucket })))),
    signedUrl: async (key, { filename, type, seconds }) => {
      if (!people) return null
      const command = new GetObjectCommand({
        Bucket,
        Key: ownKey(key),
        ResponseContentDisposition: attachment(filename),
        ResponseContentType: type,
      })
      return getSignedUrl(people, command, { expiresIn: Math.min(seconds, MOST_SECONDS) })
    },
  }
}

/** Atomic: parts become an object only when all have arrived, and are deleted if one fails. */
async function put(client: S3Client, Bucket: string, Key: string, path: string) {
  const { size } = await stat(path)
  const Body = createReadStream(path, { highWaterMark: 1024 * 1024 })
  try {
    await new Upload({
      client,
      params: { Bucket, Key, Body },
      queueSize: PARTS_AT_ONCE,
      partSize: Math.max(PART, Math.ceil(size / MOST_PARTS)),
    }).done()
  } finally {
    Body.destroy()
  }
}

function clientAt(settings: S3Settings, endpoint: string | null): S3Client {
  const { region, accessKeyId, secretAccessKey, forcePathStyle } = settings
  const agent = { keepAlive: true, maxSockets: 256, maxFreeSockets: 16 }
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle,
    ...(endpoint && { endpoint }),
    // By default streams are sent as chunks with checksums, which some servers refuse or store.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      httpAgent: agent,
      httpsAgent: agent,
      connectionTimeout: 5000,
      // Until the response begins; completing a large multipart upload takes a server a while.
      requestTimeout: 120_000,
      throwOnRequestTimeout: true,
      // A slow download can leave the connection silent for minutes.
      socketTimeout: 300_000,
    },
  })
}
