import { randomUUID } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import type { Log } from '../platform.ts'
import { codeOf, statusOf } from './s3-errors.ts'
import type { S3Settings } from './s3-objects.ts'

/** Longer than the maximum time of any upload. */
const ABANDONED = 24 * 3_600_000

/**
 * Creates a missing bucket, checks that it is writable, and aborts uploads that a crash left
 * incomplete.
 * @throws Error with a message for the operator
 */
export async function makeReady(client: S3Client, settings: S3Settings, log: Log) {
  const { bucket: Bucket, endpoint } = settings
  if (endpoint && /^http:/.test(endpoint) && !/^http:\/\/(127\.|localhost\b|\[::1\])/.test(endpoint))
    log.warn(`files travel to ${endpoint} unencrypted: use https unless the network is your own`)
  await makeBucket(client, settings, log)
  const Key = `probe/${randomUUID()}`
  try {
    await client.send(new PutObjectCommand({ Bucket, Key, Body: 'probe' }))
    await client.send(new DeleteObjectCommand({ Bucket, Key }))
  } catch (error) {
    throw told(`The bucket ${Bucket} cannot be written to`, error)
  }
  await abortAbandoned(client, Bucket).catch((error: unknown) =>
    log.warn({ err: error }, 'uploads that were broken off could not be looked for'),
  )
}

async function makeBucket(client: S3Client, { bucket: Bucket, region }: S3Settings, log: Log) {
  try {
    await client.send(new HeadBucketCommand({ Bucket }))
    return
  } catch (error) {
    if (statusOf(error) !== 404) throw told(`The bucket ${Bucket} cannot be used`, error)
  }
  try {
    const LocationConstraint = region as never
    await client.send(
      new CreateBucketCommand({
        Bucket,
        ...(region !== 'us-east-1' && { CreateBucketConfiguration: { LocationConstraint } }),
      }),
    )
    log.info(`made the bucket ${Bucket}`)
  } catch (error) {
    // Another process may have just created it.
    if (codeOf(error) !== 'BucketAlreadyOwnedByYou')
      throw told(`The bucket ${Bucket} is not there and could not be made`, error)
  }
}

/** An incomplete multipart upload uses storage, but no object list shows it. */
async function abortAbandoned(client: S3Client, Bucket: string) {
  const { Uploads = [] } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
  for (const { Key, UploadId, Initiated } of Uploads) {
    if (Initiated && Date.now() - Initiated.getTime() > ABANDONED)
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
  }
}

/** A HEAD response has no body: only the status shows the cause. */
const WHY: Record<number, string> = {
  301: 'it is in another region; set S3_REGION or S3_ENDPOINT',
  400: 'the request is not understood; look at S3_REGION and S3_ENDPOINT',
  403: 'the keys do not allow it; look at S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and their rights',
}

const told = (what: string, error: unknown) => {
  const why =
    WHY[statusOf(error) ?? 0] ?? [codeOf(error), (error as Error).message].filter(Boolean).join(': ')
  return new Error(`${what}: ${why}.`, { cause: error })
}
