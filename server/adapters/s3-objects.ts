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
  /** Null for Amazon's own. */
  endpoint: string | null
  /** The address at which browsers reach the same server; null where they do not. */
  publicUrl: string | null
  forcePathStyle: boolean
}

/**
 * What is larger goes in parts of this size, three at a time: the memory that one upload takes is
 * four of them.
 */
const PART = 8 * 1024 * 1024
const PARTS_AT_ONCE = 3
const MOST_PARTS = 10_000
/** No address lives longer: it cannot be taken back. */
const MOST_SECONDS = 300

/**
 * Objects in a bucket, under the same keys as on a disk.
 * @throws Error with a sentence for the operator where the bucket is not there and may not be made,
 * or cannot be written to
 */
export async function openS3Objects(
  settings: S3Settings,
  log: Log,
  /** Keys of one answer to a list; a test wants several answers without a thousand keys. */
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
        // Amazon's own answers 204 here; some others say what is so.
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
    // Asking writes nothing: where versions are kept, each health check would leave one behind.
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

/**
 * Whole, or not there: parts become an object only when all of them have arrived, and are taken
 * away where one does not.
 */
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
    // By default streams are sent in chunks with checksums between them, which some servers refuse,
    // and some store.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      httpAgent: agent,
      httpsAgent: agent,
      connectionTimeout: 5000,
      // Until an answer begins; putting the parts of a large file together takes a server a while.
      requestTimeout: 120_000,
      throwOnRequestTimeout: true,
      // Somebody who downloads slowly leaves it silent for minutes.
      socketTimeout: 300_000,
    },
  })
}
