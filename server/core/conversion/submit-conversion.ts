import { randomUUID } from 'node:crypto'
import { inArray } from 'drizzle-orm'
import type { PlanLimits } from '../../../contract/billing.ts'
import { sentence } from '../../engines/kernel/sentence.ts'
import type { Span, Transaction } from '../../platform.ts'
import { ApiProblem } from '../api-problem.ts'
import { callerLimits } from '../billing/limits-of.ts'
import { type Context, userOf } from '../context.ts'
import { holdCredits } from '../credits/ledger.ts'
import { abandonArriving } from '../delete-objects.ts'
import type { RouteFamily } from '../families.ts'
import type { NamedFile } from '../find-file.ts'
import { fingerprint, once } from '../idempotency.ts'
import { priceIn } from '../prices.ts'
import { discard, type Upload } from '../receive-upload.ts'
import { type ChargeSource, conversionInputs, conversions, type Delivery, objects } from '../schema.ts'
import { holdObjects, noObject, ownedObject, type StoredFile, storeUpload } from '../stored-files.ts'
import { type TransactionContext, withTransaction } from '../transaction.ts'
import { ensureOwner } from '../visitors.ts'
import { type ConversionRequest, type Plan, planConversion } from './plan-conversion.ts'

/** The source of a conversion: a new upload, or a file that the caller owns. */
export type Source = { upload: Upload } | NamedFile

export interface Submission {
  /** The family of the route. */
  route: RouteFamily
  /** In order: the first source names the conversion. */
  sources: readonly Source[]
  request: ConversionRequest
  idempotencyKey: string | undefined
  /** An internal conversion: not listed, and deleted with its file. */
  service?: boolean
  /** Allows an operation that is not offered in lists. */
  own?: boolean
  /** Additional destination of the result. */
  delivery?: Delivery | null
  /** Runs in the transaction that creates the conversion. */
  within?: (ctx: TransactionContext, tx: Transaction, id: string) => Promise<void>
  /** The price, if not the operation's price for one file. */
  charge?: Charge
}

/** Operations priced per `units`, and the source of the charge in the ledger. */
export interface Charge {
  source: ChargeSource
  units: number
  operations: readonly string[]
}

/** Renames the first source, which names the conversion. */
export function renameFirst([first, ...further]: readonly Source[], filename: string | undefined): Source[] {
  if (!first) return []
  if (filename === undefined) return [first, ...further]
  const renamed = 'upload' in first ? { upload: { ...first.upload, filename } } : { ...first, filename }
  return [renamed, ...further]
}

/** A file with its storage key. */
type Placed = (Upload & { key: string; arrived: true }) | (StoredFile & { arrived: false })

/**
 * Creates a conversion: validates it, stores the files, and writes row, hold and job in one
 * transaction. A refused request leaves no data and no charge; a repeated Idempotency-Key returns
 * the first conversion.
 * @returns the conversion's id
 * @throws ApiProblem file_empty, unsupported_source, unsupported_target, invalid_options,
 * insufficient_credits, not_found, idempotency_conflict
 */
export function submitConversion(ctx: Context, submission: Submission): Promise<string> {
  return ctx.platform.tracer.span('submit conversion', {}, (span) => submit(ctx, submission, span))
}

async function submit(ctx: Context, submission: Submission, span: Span): Promise<string> {
  const { route, sources, request, idempotencyKey } = submission
  const uploads = sources.flatMap((source) => ('upload' in source ? [source.upload] : []))
  const placed: Placed[] = []
  const giveUp = async () => {
    for (const file of placed) if (file.arrived) await abandonArriving(ctx.platform, file.key)
  }
  try {
    const files = await Promise.all(
      sources.map((source) =>
        'upload' in source ? source.upload : ownedObject(ctx, source.key, source.filename, source.field),
      ),
    )
    requireContent(files)
    const plan = await planConversion(ctx, route, files, request, {
      own: submission.own ?? submission.service ?? false,
    })
    const { family, operation } = plan.operation
    span.set({
      'filewright.family': family,
      'filewright.operation': operation,
      'filewright.source_format': plan.sourceFormats[0],
      'filewright.target_format': plan.targetFormat,
      'filewright.files': files.length,
    })
    ctx.platform.engines.prepare(plan.operation)
    const ownerId = await ensureOwner(ctx)
    const limits = await callerLimits(ctx)
    try {
      for (const [at, file] of files.entries()) {
        const format = plan.sourceFormats[at] as string
        if ('key' in file) placed.push({ ...file, arrived: false })
        else placed.push({ ...file, key: await storeUpload(ctx, ownerId, file, { format }), arrived: true })
      }
      const requestFingerprint = fingerprint(ctx.platform, [
        route,
        files.map(({ sha256, filename }) => [sha256, filename]),
        plan.operation.operation,
        plan.targetFormat,
        plan.options,
        request.external_token,
        submission.delivery?.kind,
      ])
      const { answer, repeated } = await withTransaction(ctx, (ctx, tx) =>
        once(tx, { scope: ownerId, key: idempotencyKey, fingerprint: requestFingerprint }, async () => ({
          id: await write(ctx, tx, ownerId, placed, plan, limits, submission),
        })),
      )
      span.set({ 'filewright.conversion': answer.id, 'filewright.repeated': repeated })
      if (repeated) await giveUp()
      return answer.id
    } catch (error) {
      await giveUp()
      throw error
    }
  } finally {
    for (const upload of uploads) await discard(upload)
  }
}

function requireContent(files: readonly { filename: string; size: number }[]) {
  const empty = files.find(({ size }) => size === 0)
  if (empty) throw new ApiProblem('file_empty', `${empty.filename} is empty (0 bytes). Nothing was charged.`)
}

/** Inserts the rows, the hold and the job. */
async function write(
  ctx: TransactionContext,
  tx: Transaction,
  ownerId: string,
  files: readonly Placed[],
  plan: Plan,
  limits: PlanLimits,
  { request, service = false, delivery = null, charge, within }: Submission,
): Promise<string> {
  const id = randomUUID()
  const now = ctx.platform.clock()
  const [first, ...further] = files as [Placed, ...Placed[]]
  const arrived = files.filter((file) => file.arrived).map(({ key }) => key)
  const stored = tx
    .$with('stored')
    .as(
      tx
        .update(objects)
        .set({ state: 'stored' })
        .where(inArray(objects.key, arrived))
        .returning({ key: objects.key }),
    )
  const { family, operation } = plan.operation
  const { source, units, operations } = charge ?? {
    source: 'conversion' as const,
    units: 1,
    operations: [operation],
  }
  const keepHours =
    ctx.actor.principal.kind === 'visitor' ? ctx.platform.settings.keepHoursVisitor : limits.keep_hours
  const price = await holdCredits(ctx.platform, tx, ownerId, {
    source,
    reference: id,
    area: source === 'scan' ? 'scan' : family,
    credits: priceIn(family, operations, units),
    createdBy: userOf(ctx),
  })
  const keys = files.filter((file) => !file.arrived).map(({ key }) => key)
  if (!(await holdObjects(tx, keys))) throw noObject()
  await tx
    .with(stored)
    .insert(conversions)
    .values({
      id,
      ownerId,
      createdBy: userOf(ctx),
      family,
      operation,
      sourceFormat: plan.sourceFormats[0] as string,
      targetFormat: plan.targetFormat,
      options: plan.options,
      status: 'pending',
      sourceKey: first.key,
      filename: first.filename,
      sizeBytes: files.reduce((sum, { size }) => sum + size, 0),
      fileCount: files.length,
      units,
      creditsQuoted: price,
      externalToken: request.external_token ?? null,
      batchId: request.batch_id ?? null,
      stage: sentence`Waiting`,
      createdAt: now,
      expiresAt: new Date(now.getTime() + keepHours * 3_600_000),
      hiddenAt: service ? now : null,
      service,
      delivery,
    })
  if (further.length > 0)
    await tx.insert(conversionInputs).values(
      further.map(({ key }, at) => ({
        conversionId: id,
        position: at + 1,
        key,
        format: plan.sourceFormats[at + 1] as string,
      })),
    )
  await within?.(ctx, tx, id)
  await ctx.platform.jobs.sendConversion(tx, id, {
    owner: { id: ownerId, ...(service ? { service } : { limit: limits.parallel_conversions }) },
    demands: ctx.platform.engines.demands(plan.operation),
  })
  return id
}
