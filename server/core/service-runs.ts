import { randomUUID } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import { sentence } from '../engines/kernel/sentence.ts'
import type { Platform, Queries, Transaction } from '../platform.ts'
import { ApiProblem } from './api-problem.ts'
import { refuseQuarantined } from './quarantine.ts'
import { type ConversionRow, conversions } from './schema.ts'
import { holdObjects } from './stored-files.ts'
import { type TransactionPlatform, withPlatformTransaction } from './transaction.ts'
import { waitForSettlement } from './wait-for-settlement.ts'

/** A stored file, independent of the caller. */
export interface DrawnFile {
  key: string
  ownerId: string
  filename: string
  size: number
  format: string | null
}

/**
 * An internal operation of an engine: an inspection, a thumbnail, the beginning of a video. It is a
 * free, unlisted conversion, so that it has the same queue, sandbox and limits as any other. It is
 * deleted with its file.
 */
export interface ServiceRun {
  operation: 'inspect' | 'thumbnail' | 'sample' | 'form_fields' | 'photo'
  options?: Record<string, unknown>
  /** Low priority, since no user waits for it, until a user requests it. */
  background?: boolean
}

/**
 * Internal operations, which only verbs of the server request: unlisted, and not accepted as
 * conversions.
 */
const UNLISTED: ReadonlySet<string> = new Set([
  'sample',
  'form_fields',
  'edit',
  'edit_check',
  'seal',
  'invoice',
  'scan',
  'photo',
])
export const isUnlisted = ({ operation }: { operation: string }) => UNLISTED.has(operation)

/** Error codes of temporary failures. */
const PASSING: ReadonlySet<string> = new Set([
  ...['engine_unavailable', 'file_quarantined', 'storage_full', 'cancelled', 'internal'],
])
const MINUTE = 60_000

type Operation = ReturnType<Platform['engines']['operations']>[number]

/** The operation for a format on this instance; undefined if unsupported. */
export const serviceOperation = (
  { engines }: Pick<TransactionPlatform, 'engines'>,
  format: string | null,
  operation: ServiceRun['operation'],
): Operation | undefined =>
  format === null
    ? undefined
    : engines.operations({ from: format }).find((one) => one.operation === operation)

/**
 * Ensures that the run exists, in the caller's transaction; reuses an earlier one of the file.
 * @returns the run's id, or null if the operation is unsupported
 */
export async function beginRun(
  platform: TransactionPlatform,
  tx: Transaction,
  file: DrawnFile,
  run: ServiceRun,
): Promise<string | null> {
  const operation = serviceOperation(platform, file.format, run.operation)
  if (!operation) return null
  const checked = platform.engines.checkOptions(operation, run.options ?? {})
  if (!checked.ok) throw new Error(`${run.operation} does not take ${JSON.stringify(run.options)}`)
  const known = await earlierRun(platform, tx, file, run.operation, checked.options)
  if (known) {
    if (known.status === 'pending' && !run.background) await platform.jobs.bringForward(tx, known.id)
    return known.id
  }
  // Skips a file that is being deleted: its result would be orphaned.
  if (!(await holdObjects(tx, [file.key]))) return null
  platform.engines.prepare(operation)
  const id = randomUUID()
  const now = platform.clock()
  await tx.insert(conversions).values({
    id,
    ownerId: file.ownerId,
    family: operation.family,
    operation: operation.operation,
    sourceFormat: file.format as string,
    targetFormat: operation.to[0] as string,
    options: checked.options,
    status: 'pending',
    sourceKey: file.key,
    filename: file.filename,
    sizeBytes: file.size,
    creditsQuoted: 0,
    stage: sentence`Waiting`,
    createdAt: now,
    hiddenAt: now,
    service: true,
  })
  await platform.jobs.sendConversion(tx, id, {
    background: run.background ?? false,
    owner: { id: file.ownerId, service: true },
    demands: platform.engines.demands(operation),
  })
  return id
}

/**
 * Like `beginRun`, and returns the run's state after at most `patience` seconds.
 * @throws ApiProblem file_quarantined, not_found if the file is deleted meanwhile
 */
export async function runOnStored(
  platform: Platform,
  file: DrawnFile,
  run: ServiceRun,
  patience: number,
  gone: AbortSignal,
): Promise<ConversionRow | null> {
  await refuseQuarantined(platform.db, file.key)
  const id = await withPlatformTransaction(platform, (platform, tx) => beginRun(platform, tx, file, run))
  if (id === null) return null
  return waitForSettlement(platform, id, () => readRun(platform, id), patience, gone)
}

/**
 * The result of a run for a response; null if there is none.
 * @throws ApiProblem unavailable while it is running
 */
export function outcomeOf(run: ConversionRow | null) {
  if (run?.status === 'pending')
    throw new ApiProblem('unavailable', 'The preview is being created. Try again in a moment.')
  const { outputKey: key, output } = run ?? {}
  if (!key || !output) return null
  const { filename, size_bytes: size, sha256: etag, format } = output
  return { key, filename, size, etag, format }
}

async function readRun({ db }: Platform, id: string): Promise<ConversionRow> {
  const [row] = await db.select().from(conversions).where(eq(conversions.id, id))
  if (!row) throw new ApiProblem('not_found', 'The file no longer exists.')
  return row
}

/** A completed or running run, or one whose permanent failure would repeat. */
async function earlierRun(
  { clock }: Pick<Platform, 'clock'>,
  db: Queries,
  { key, ownerId }: DrawnFile,
  operation: string,
  options: Record<string, unknown>,
): Promise<Pick<ConversionRow, 'id' | 'status'> | undefined> {
  const [row] = await db
    .select()
    .from(conversions)
    .where(
      and(
        eq(conversions.sourceKey, key),
        eq(conversions.ownerId, ownerId),
        eq(conversions.service, true),
        eq(conversions.operation, operation),
        sql`${conversions.options} = ${JSON.stringify(options)}::jsonb`,
      ),
    )
    .orderBy(desc(conversions.createdAt))
    .limit(1)
  // A temporary failure is retried, but not at each request of a list.
  const passed =
    row?.errorCode &&
    PASSING.has(row.errorCode) &&
    clock().getTime() - (row.completedAt?.getTime() ?? 0) > MINUTE
  return passed ? undefined : row
}
