import { openDiskObjects } from './adapters/disk-objects.ts'
import type { Config } from './config.ts'
import type { Log, Objects } from './platform.ts'

/**
 * The file store that the settings name; `folder` is for the disk store. The S3 driver is large, so
 * it is loaded only on use.
 */
export async function objectsOf(
  config: Config,
  folder: string,
  log: Log,
): Promise<{ objects: Objects; close(): void }> {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (!bucket || !accessKeyId || !secretAccessKey)
    return { objects: openDiskObjects(folder), close: () => {} }
  const { openS3Objects } = await import('./adapters/s3-objects.ts')
  const objects = await openS3Objects(
    {
      bucket,
      accessKeyId,
      secretAccessKey,
      region: config.S3_REGION,
      endpoint: config.S3_ENDPOINT ?? null,
      publicUrl: config.S3_PUBLIC_URL ?? null,
      forcePathStyle: config.S3_FORCE_PATH_STYLE ?? config.S3_ENDPOINT !== undefined,
    },
    log,
  )
  return { objects, close: objects.close }
}
