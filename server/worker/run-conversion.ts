import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { cleanFileName, fitFileName, splitFileName } from '../../contract/file-name.ts'
import { abandonArriving } from '../core/delete-objects.ts'
import { requireFreeSpace } from '../core/free-space.ts'
import { hashFile } from '../core/hash-file.ts'
import { type ConversionRow, conversionInputs, conversions, type StoredOutput } from '../core/schema.ts'
import { type Outcome, settleConversion } from '../core/settle.ts'
import { SEAL } from '../core/signing/seal.ts'
import { StorageFull } from '../core/storage-full.ts'
import { traceIdOf } from '../core/trace-id.ts'
import { withPlatformTransaction } from '../core/transaction.ts'
import { Unreachable } from '../core/unreachable.ts'
import { EngineFailure, type JobOutput } from '../engines/kernel/engine.ts'
import { type Sentence, sentence } from '../engines/kernel/sentence.ts'
import type { Platform, Span } from '../platform.ts'
import { sealOutput } from './seal-output.ts'
import { type Started, startConversion } from './start-conversion.ts'

/** Minimum interval between progress updates. */
const REPORT_EVERY = 400

/** The worker is stopping and returns the job to the queue. */
export class GiveBack extends Error {
  override name = 'GiveBack'
}

/**
 * Runs one conversion until it completes or fails. Idempotent: a settled conversion is skipped, and
 * only the first result counts. `stopping` aborts the engine and returns the job to the queue;
 * `lost` aborts it because another worker has the job.
 * @throws GiveBack, or an internal error; the queue then retries
 */
export function runConversion(platform: Platform, id: string, signals: Signals): Promise<void> {
  const attributes = { 'filewright.conversion': id }
  return platform.tracer.span('convert', { attributes }, (span) => runInSpan(platform, id, signals, span))
}

interface Signals {
  cancelled: AbortSignal
  stopping: AbortSignal
  lost: AbortSignal
  /** Call it once the engine is done. */
  converted: () => void
  completion: () => SQL
}

async function runInSpan(platform: Platform, id: string, signals: Signals, span: Span): Promise<void> {
  const { db, settings, tracer } = platform
  const log = platform.log.child({ conversion: id, ...traceIdOf(span) })
  const outputKey = `outputs/${randomUUID()}`
  const begun = await startConversion(platform, id, outputKey)
  if (!begun) return // cancelled, deleted, or completed by an earlier run
  const { row } = begun

  span.set({
    'filewright.family': row.family,
    'filewright.operation': row.operation,
    'filewright.source_format': row.sourceFormat,
    'filewright.target_format': row.targetFormat,
    'filewright.input_bytes': row.sizeBytes,
  })
  const folder = join(settings.scratch, `job-${randomUUID()}`)
  const started = performance.now()
  try {
    const outcome = await convert(
      platform,
      begun,
      { folder, outputKey },
      AbortSignal.any([signals.cancelled, signals.stopping, signals.lost]),
      signals.converted,
    )
    const settled = await tracer.span('settle', {}, () =>
      withPlatformTransaction(platform, (platform, tx) =>
        settleConversion(platform, tx, id, outcome, signals.completion()),
      ),
    )
    if (outcome.status === 'failed') span.fail(outcome.code)
    else span.set({ 'filewright.output_bytes': outcome.output.size_bytes })
    if (!settled || outcome.status === 'failed') await abandonArriving(platform, outputKey)
    // The account was deleted while the conversion ran, so the object's row no longer exists.
    if (!settled && outcome.status === 'completed') await platform.objects.remove(outputKey)
    const ms = Math.round(performance.now() - started)
    platform.metrics.conversion({
      ...{ family: row.family, operation: row.operation, seconds: ms / 1000 },
      result: outcome.status === 'failed' ? outcome.code : outcome.status,
    })
    log.info(
      { status: outcome.status, ...(outcome.status === 'failed' && { code: outcome.code }), ms },
      'conversion settled',
    )
  } catch (error) {
    await abandonArriving(platform, outputKey)
    if (signals.stopping.aborted || error instanceof Unreachable) {
      await db
        .update(conversions)
        // A stop or an outage is not the file's fault: only failures of the conversion count as
        // attempts.
        .set({ stage: sentence`Waiting`, progress: null, attempts: sql`attempts - 1` })
        .where(and(eq(conversions.id, id), eq(conversions.status, 'pending')))
      if (signals.stopping.aborted) throw new GiveBack('the worker is stopping', { cause: error })
    }
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function convert(
  platform: Platform,
  { row, quarantined }: Started,
  { folder, outputKey }: { folder: string; outputKey: string },
  signal: AbortSignal,
  converted: () => void,
): Promise<Outcome> {
  const report = reporter(platform, row.id)
  try {
    if (!row.sourceKey)
      return {
        status: 'failed',
        code: 'source_damaged',
        message: sentence`The original was deleted, so there is nothing to convert.`,
      }
    // An upload accepted at the limit still needs space for its copy and its result.
    await requireFreeSpace(platform.settings, row.sizeBytes, 0.5)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const inputs = await fetchInputs(platform, row, { key: row.sourceKey, quarantined }, folder)
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
    converted()
    await report.done()
    // Shown only if it takes long enough to read.
    report.tell(sentence`Saving the result`, null, REPORT_EVERY)
    const timeStamped = row.service && row.operation === SEAL ? await sealOutput(platform, output) : null
    const outcome = await keep(platform, row, outputKey, output, timeStamped)
    await report.done()
    return outcome
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

/** Local copies of the conversion's files, in order. */
async function fetchInputs(
  { db, objects: files }: Platform,
  row: ConversionRow,
  first: { key: string; quarantined: boolean },
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
  for (const [at, { key, format }] of [{ key: first.key, format: row.sourceFormat }, ...further].entries()) {
    if (!key)
      throw new EngineFailure(
        'source_damaged',
        sentence`One of the originals was deleted, so they cannot be combined.`,
      )
    const path = join(folder, `in-${at}.${format}`)
    await files.copyTo(key, path, at === 0 ? first : undefined)
    inputs.push({ path, format })
  }
  return inputs
}

/**
 * Stores the output under the key of the `arriving` row. It counts as stored once the conversion
 * settles.
 */
async function keep(
  platform: Platform,
  row: ConversionRow,
  key: string,
  made: JobOutput,
  timeStamped: boolean | null,
): Promise<Outcome> {
  const { size, sha256 } = await hashFile(made.path)
  const output: StoredOutput = {
    filename: outputName(row.filename, made.format, platform),
    format: made.format,
    size_bytes: size,
    sha256,
    ...(made.pages !== undefined && { pages: made.pages }),
    ...(made.width !== undefined && { width: made.width }),
    ...(made.height !== undefined && { height: made.height }),
    ...(made.duration !== undefined && { duration: made.duration }),
    ...(made.entries !== undefined && { entries: made.entries }),
    ...(timeStamped !== null && { time_stamped: timeStamped }),
    warnings: made.warnings,
  }
  await platform.objects.adopt(key, made.path)
  return { status: 'completed', outputKey: key, output }
}

/** `Lease.docx` → `Lease.pdf`; a name without an extension gets one. */
function outputName(source: string, format: string, { engines }: Platform): string {
  const extension = engines.formats().find((known) => known.format === format)?.extensions[0] ?? format
  const [base] = splitFileName(cleanFileName(source))
  return fitFileName(base, `.${extension}`)
}

/** Saves the latest stage and progress, one update at a time and no more often than necessary. */
function reporter({ db, log }: Platform, id: string) {
  let latest: { stage: Sentence; progress: number | null } | null = null
  let writing: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  // Shorter conversions report no progress.
  let last = Date.now()
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
    tell: (stage: Sentence, progress: number | null, delay = 0) => {
      latest = { stage, progress }
      timer ??= setTimeout(later, Math.max(delay, REPORT_EVERY - (Date.now() - last)))
    },
    done: async () => {
      clearTimeout(timer)
      timer = undefined
      latest = null
      await writing
    },
  }
}
