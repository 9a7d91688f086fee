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

/** A stored file, whoever looks at it. */
export interface DrawnFile {
  key: string
  ownerId: string
  filename: string
  size: number
  format: string | null
}

/**
 * Something that an engine does for the service itself: a look into a file, a thumbnail of it, the
 * beginning of a video. It is a conversion that costs nothing and is in no list: so it has the same
 * queue, the same sandbox and the same limits as any other, whichever process does the work. It
 * goes with the file that it is of.
 */
export interface ServiceRun {
  operation: 'inspect' | 'thumbnail' | 'sample' | 'form_fields' | 'photo'
  options?: Record<string, unknown>
  /**
   * Nobody waits for it yet, so it comes after all that somebody asked for, until they ask for this
   * as well.
   */
  background?: boolean
}

/**
 * What is done by verbs of the server's own alone, which say what it is about: in no list, and
 * asked for by no conversion.
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

/** What failed for these was not the file's fault. */
const PASSING: ReadonlySet<string> = new Set([
  ...['engine_unavailable', 'file_quarantined', 'storage_full', 'cancelled', 'internal'],
])
const MINUTE = 60_000

type Operation = ReturnType<Platform['engines']['operations']>[number]

/** How this instance does it to files of a format; undefined where nothing here can. */
export const serviceOperation = (
  { engines }: Pick<TransactionPlatform, 'engines'>,
  format: string | null,
  operation: ServiceRun['operation'],
): Operation | undefined =>
  format === null
    ? undefined
    : engines.operations({ from: format }).find((one) => one.operation === operation)

/**
 * Sees to it that it is done, in the caller's transaction; what was made of the file before is
 * taken again.
 * @returns the run's id, or null where nothing here can do it
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
  // What is going is not drawn any more: what came of it would be nobody's.
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
 * As `beginRun`, and how it stands after at most `patience` seconds.
 * @throws ApiProblem file_quarantined, not_found where the file goes meanwhile
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
 * What came of a run, to be sent; null where nothing did. @throws ApiProblem unavailable while it
 * is still at work
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

/**
 * One that went well or is still running, or that failed and would fail again: then it says so at
 * once.
 */
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
  // A reason that may have passed is asked about again, though not by every glance at a list.
  const passed =
    row?.errorCode &&
    PASSING.has(row.errorCode) &&
    clock().getTime() - (row.completedAt?.getTime() ?? 0) > MINUTE
  return passed ? undefined : row
}
