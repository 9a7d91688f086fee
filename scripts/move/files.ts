import { mkdirSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { checkFiles, moveFiles } from '../../server/adapters/move/move-files.ts'
import type { Config } from '../../server/config.ts'
import { type FilesTo, openFiles } from '../../server/open-move.ts'
import type { Log } from '../../server/platform.ts'
import { megabytes, Progress } from './progress.ts'

export interface FilesOptions {
  check: boolean
  parallel: number
  reread: boolean
  acceptDamaged: boolean
}

/**
 * Moves the files, or says what that would take. @returns the exit code: 2 where stored files are
 * damaged
 */
export async function files(
  config: Config,
  to: FilesTo,
  { check, parallel, reread, acceptDamaged }: FilesOptions,
  log: Log,
  signal: AbortSignal,
): Promise<number> {
  const opened = await openFiles(config, to, log)
  const progress = new Progress()
  try {
    const { totals, working } = await checkFiles(opened)
    const left = totals.bytes - totals.verifiedBytes
    const needed = to === 'disk' ? left : Math.min(left, parallel * totals.largest)
    const free = await freeBytes(config)
    const has = `${totals.files} files (${megabytes(totals.bytes)})`
    if (check) {
      console.log(`The instance has ${has}; ${totals.verifiedFiles} of them are verified in the target.`)
      console.log(`The target can be written to: ${opened.targetName}.`)
      console.log(`The disk of DATA_DIR needs ${megabytes(needed)} and has ${megabytes(free)} free.`)
      if (to === 'bucket')
        console.log(`The bucket needs ${megabytes(left)}; it does not tell its free space.`)
      console.log(
        working
          ? 'The instance is running: this copies the files, and a second run finishes once it is stopped.'
          : 'The instance is stopped: this copies the files and finishes.',
      )
    }
    if (free < needed)
      throw new Error(
        `The disk of DATA_DIR has ${megabytes(free)} free, and ${megabytes(needed)} are needed. Free some space, and run this command again.`,
      )
    if (check) return 0
    const done = await moveFiles(
      {
        ...{ ...opened, parallel, reread, signal },
        onProgress: ({ files, bytes, verifiedFiles, verifiedBytes }) =>
          progress.show({
            what: `${verifiedFiles} of ${files} files`,
            bytes: verifiedBytes,
            ofBytes: bytes,
          }),
      },
      (key, fault) => {
        progress.end()
        console.error(`Damaged: ${key}: ${fault}`)
      },
      acceptDamaged,
    )
    progress.end()
    console.log(
      `${done.totals.verifiedFiles} of ${done.totals.files} files are verified in ${opened.targetName}, ${done.copied} of them copied now.`,
    )
    if (done.damaged > 0)
      console.error(
        `${done.damaged} stored files are damaged and were not copied. Restore them from a backup and run this command again, or move without them (--accept-damaged).`,
      )
    if (done.complete) sayFileSettings(config, to)
    else if (done.working)
      console.log(
        'The instance is still running. Stop all its processes and run this command again to finish.',
      )
    return done.damaged > 0 ? 2 : 0
  } finally {
    progress.end()
    await opened.close()
  }
}

async function freeBytes(config: Config): Promise<number> {
  const data = resolve(config.DATA_DIR)
  mkdirSync(data, { recursive: true })
  const { bavail, bsize } = await statfs(data)
  return bavail * bsize
}

/** What the operator sets afterwards; secrets are not repeated. */
function sayFileSettings(config: Config, to: FilesTo) {
  if (to === 'disk') {
    console.log('Now remove S3_BUCKET and all other S3_… settings from every process, and start them.')
    console.log('The bucket is unchanged. Keep it until the instance has worked for a while.')
    return
  }
  console.log('Now give every process these settings, and start them:')
  for (const [name, value] of Object.entries({
    S3_BUCKET: config.S3_BUCKET,
    S3_ENDPOINT: config.S3_ENDPOINT && new URL(config.S3_ENDPOINT).origin,
    S3_REGION: config.S3_REGION,
    ...(config.S3_FORCE_PATH_STYLE !== undefined && { S3_FORCE_PATH_STYLE: config.S3_FORCE_PATH_STYLE }),
    S3_ACCESS_KEY_ID: '(as for this command)',
    S3_SECRET_ACCESS_KEY: '(as for this command)',
  }))
    if (value !== undefined) console.log(`  ${name}=${value}`)
  console.log(
    'The files in DATA_DIR/objects are unchanged. Delete them once the instance has worked for a while.',
  )
}
