import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { inject } from 'vitest'
import type { S3Settings } from '../../server/adapters/s3-objects.ts'

export const quiet = pino({ level: 'silent' })

/** The real server, with a bucket of one's own that is not there yet. */
export function newBucket(changes: Partial<S3Settings> = {}): S3Settings & { endpoint: string } {
  const { endpoint, accessKeyId, secretAccessKey } = inject('s3') as NonNullable<
    ReturnType<typeof inject<'s3'>>
  >
  return {
    bucket: `test-${randomUUID()}`,
    accessKeyId,
    secretAccessKey,
    region: 'us-east-1',
    publicUrl: endpoint,
    forcePathStyle: true,
    ...changes,
    endpoint: changes.endpoint ?? endpoint,
  }
}
