import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { and, asc, eq, sql } from 'drizzle-orm'
import { cleanFileName, fitFileName, splitFileName } from '../../contract/file-name.ts'
import { abandonArriving } from '../core/delete-objects.ts'
import { requireFreeSpace } from '../core/free-space.ts'
import {
  type ConversionRow,
  conversionInputs,
  conversions,
  objects,
  type StoredOutput,
} from '../core/schema.ts'
import { type Outcome, settleConversion } from '../core/settle.ts'
import { SEAL } from '../core/signing/seal.ts'
import { StorageFull } from '../core/storage-full.ts'
import { withPlatformTransaction } from '../core/transaction.ts'
import { EngineFailure, type JobOutput } from '../engines/kernel/engine.ts'
import { type Sentence, sentence } from '../engines/kernel/sentence.ts'
import type { Platform } from '../platform.ts'
import { sealOutput } from './seal-output.ts'

/** Progress is written down at most this often. */
const REPORT_EVERY = 400

/** The job goes back to the queue because the process is stopping. */
export class GiveBack extends Error {
  override name = 'GiveBack'
}

/**
 * Runs one conversion to its end, well or not. Safe to run twice: one that has settled already is left alone, and only
 * the first end counts. `stopping` aborts the engine and gives the job back; `lost` aborts it, since another worker has the job.
 * @throws GiveBack, or whatever our own side met; the queue then tries again
 */
export async function runConversion(
  platform: Platform,
  id: string,
  signals: { cancelled: AbortSignal; stopping: AbortSignal; lost: AbortSignal },
): Promise<void> {
  const { db, clock, settings } = platform
  const log = platform.log.child({ conversion: id })
  const [row] = await db
    .update(conversions)
    .set({
      startedAt: sql`coalesce(started_at, ${clock().toISOString()}::timestamptz)`,
      stage: sentence`Starting`,
      attempts: sql`attempts + 1`,
    })
    .where(and(eq(conversions.id, id), eq(conversions.status, 'pending')))
    .returning()
  if (!row) return // cancelled, removed, or finished by an earlier run

  const folder = join(settings.scratch, `job-${randomUUID()}`)
  const started = performance.now()
  try {
    const outcome = await convert(
      platform,
      row,
      folder,
      AbortSignal.any([signals.cancelled, signals.stopping, signals.lost]),
    )
    const settled = await withPlatformTransaction(platform, (platform, tx) =>
      settleConversion(platform, tx, id, outcome),
    )
    if (!settled && outcome.status === 'completed') await abandonArriving(platform, outcome.outputKey)
    const ms = Math.round(performance.now() - started)
    log.info(
      { status: outcome.status, ...(outcome.status === 'failed' && { code: outcome.code }), ms },
      'conversion settled',
    )
  } catch (error) {
    if (signals.stopping.aborted) {
      await db
        .update(conversions)
        // A stop is no fault of the file: only attempts that failed by themselves count.
        .set({ stage: sentence`Waiting`, progress: null, attempts: sql`attempts - 1` })
        .where(and(eq(conversions.id, id), eq(conversions.status, 'pending')))
      throw new GiveBack('the worker is stopping', { cause: error })
    }
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function convert(
  platform: Platform,
  row: ConversionRow,
  folder: string,
  signal: AbortSignal,
): Promise<Outcome> {
  const report = reporter(platform, row.id)
  try {
    if (!row.sourceKey)
      return {
        status: 'failed',
        code: 'source_damaged',
        message: sentence`The original was deleted, so there is nothing to convert.`,
      }
    // An upload that was let in at the floor still needs room for its copy and its result.
    await requireFreeSpace(platform.settings, row.sizeBytes, 0.5)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const inputs = await fetchInputs(platform, row, row.sourceKey, folder)
    const output = await platform.engines.run(
      {
        owner: row.ownerId,
        folder,
        operation: row.operation,
        inputs,
        target: row.targetFormat,
        options: row.options,
      },
      { signal, onProgress: report.tell },
    )
    await report.done()
    const timeStamped = row.service && row.operation === SEAL ? await sealOutput(platform, output) : null
    return await keep(platform, row, output, timeStamped)
  } catch (error) {
    await report.done()
    if (error instanceof EngineFailure) {
      if (error.code === 'cancelled' && signal.aborted) throw error
      return { status: 'failed', code: error.code, message: error.message }
    }
    if (error instanceof StorageFull) {
      return {
        status: 'failed',
        code: 'storage_full',
        message: sentence`The server is out of disk space for the result. Nothing was charged. Try again later.`,
      }
    }
    throw error
  }
}

/** Private copies of the conversion's files, in their order. */
async function fetchInputs(
  { db, objects: files }: Platform,
  row: ConversionRow,
  first: string,
  folder: string,
) {
  const further =
    row.fileCount > 1
      ? await db
          .select()
          .from(conversionInputs)
          .where(eq(conversionInputs.conversionId, row.id))
          .orderBy(asc(conversionInputs.position))
      : []
  const inputs: { path: string; format: string }[] = []
  for (const { key, format } of [{ key: first, format: row.sourceFormat }, ...further]) {
    if (!key)
      throw new EngineFailure(
        'source_damaged',
        sentence`One of the originals was deleted, so they cannot be combined.`,
      )
    const path = join(folder, `in-${inputs.length}.${format}`)
    await files.copyTo(key, path)
    inputs.push({ path, format })
  }
  return inputs
}

/** Stores the output: the row first, then the bytes, as for an upload. It counts as stored once the conversion settles. */
async function keep(
  platform: Platform,
  row: ConversionRow,
  made: JobOutput,
  timeStamped: boolean | null,
): Promise<Outcome> {
  const key = `outputs/${randomUUID()}`
  const size = (await stat(made.path)).size
  const hash = createHash('sha256')
  await pipeline(createReadStream(made.path), hash)
  const output: StoredOutput = {
    filename: outputName(row.filename, made.format, platform),
    format: made.format,
    size_bytes: size,
    sha256: hash.digest('hex'),
    ...(made.pages !== undefined && { pages: made.pages }),
    ...(made.width !== undefined && { width: made.width }),
    ...(made.height !== undefined && { height: made.height }),
    ...(made.duration !== undefined && { duration: made.duration }),
    ...(made.entries !== undefined && { entries: made.entries }),
    ...(timeStamped !== null && { time_stamped: timeStamped }),
    warnings: made.warnings,
  }
  const { filename, format, sha256 } = output
  // Asked anew: a visitor may have become a user since the job began.
  const [owner] = await platform.db
    .select({ id: conversions.ownerId })
    .from(conversions)
    .where(eq(conversions.id, row.id))
  if (!owner) throw new EngineFailure('cancelled', sentence`The conversion was removed while it ran.`)
  const ownerId = owner.id
  await platform.db
    .insert(objects)
    .values({ key, ownerId, state: 'arriving', filename, format, sizeBytes: size, sha256 })
  try {
    await platform.objects.adopt(key, made.path)
  } catch (error) {
    await abandonArriving(platform, key)
    throw error
  }
  return { status: 'completed', outputKey: key, output }
}

/** `Lease.docx` → `Lease.pdf`; a name that has no ending gets one. */
function outputName(source: string, format: string, { engines }: Platform): string {
  const extension = engines.formats().find((known) => known.format === format)?.extensions[0] ?? format
  const [base] = splitFileName(cleanFileName(source))
  return fitFileName(base, `.${extension}`)
}

/** Writes stage and progress down, the latest of them, one after the other, never more often than need be. */
function reporter({ db, log }: Platform, id: string) {
  let latest: { stage: Sentence; progress: number | null } | null = null
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  let last = 0
  const write = async () => {
    const told = latest
    latest = null
    if (!told) return
    last = Date.now()
    await db
      .update(conversions)
      .set(told)
      .where(and(eq(conversions.id, id), eq(conversions.status, 'pending')))
      .catch((error: unknown) => log.debug({ err: error }, 'progress was not written'))
  }
  const later = () => {
    timer = undefined
    writing = (writing ?? Promise.resolve()).then(write)
  }
  return {
    tell: (stage: Sentence, progress: number | null) => {
      latest = { stage, progress }
      timer ??= setTimeout(later, Math.max(0, REPORT_EVERY - (Date.now() - last)))
    },
    done: async () => {
      clearTimeout(timer)
      latest = null
      await writing
    },
  }
}
