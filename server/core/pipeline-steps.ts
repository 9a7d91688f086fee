import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import { nested, type Sentence, sentence } from '../engines/kernel/sentence.ts'
import type { Transaction } from '../platform.ts'
import { queueOwner } from './billing/limits-of.ts'
import { demandsOf } from './conversion/demands.ts'
import { leaveUnused } from './delete-objects.ts'
import {
  type ConversionRow,
  conversionInputs,
  conversions,
  type PipelineRunRow,
  pipelineRuns,
  type RunStep,
  type StoredOutput,
} from './schema.ts'
import type { Outcome } from './settle.ts'
import { openSteps, type StepSecrets } from './step-secrets.ts'
import type { TransactionPlatform } from './transaction.ts'

/** A step's input: the original file, or the previous step's result. */
interface Current {
  key: string
  format: string
  size: number
}

/**
 * Starts a step for a file of a run: its row, its further inputs and its job. Runs in the
 * transaction that starts the run or ends the previous step, so that each step starts once and the
 * run survives a worker crash.
 */
export async function beginStep(
  platform: TransactionPlatform,
  tx: Transaction,
  item: Pick<ConversionRow, 'id' | 'ownerId' | 'createdBy' | 'runId' | 'filename' | 'expiresAt'>,
  run: { steps: readonly RunStep[]; secrets: StepSecrets },
  position: number,
  current: Current,
): Promise<void> {
  const step = run.steps[position] as RunStep
  const inputs = step.files_first ? [...step.inputs, current] : [current, ...step.inputs]
  const [first, ...further] = inputs as [Current, ...Current[]]
  const id = randomUUID()
  const now = platform.clock()
  await tx.insert(conversions).values({
    id,
    ownerId: item.ownerId,
    createdBy: item.createdBy,
    family: 'document',
    operation: step.operation,
    sourceFormat: first.format,
    targetFormat: step.target_format,
    options: { ...step.options, ...run.secrets[step.id] },
    status: 'pending',
    sourceKey: first.key,
    filename: item.filename,
    sizeBytes: inputs.reduce((sum, { size }) => sum + size, 0),
    fileCount: inputs.length,
    creditsQuoted: 0,
    stage: sentence`Waiting`,
    createdAt: now,
    expiresAt: item.expiresAt,
    hiddenAt: now,
    service: true,
    runId: item.runId,
    parentId: item.id,
    position,
  })
  if (further.length > 0)
    await tx
      .insert(conversionInputs)
      .values(further.map(({ key, format }, at) => ({ conversionId: id, position: at + 1, key, format })))
  const { steps } = run
  await tx
    .update(conversions)
    .set({ stage: stageOf(steps, position), progress: position / steps.length })
    .where(eq(conversions.id, item.id))
  await platform.jobs.sendConversion(tx, id, {
    owner: await queueOwner(tx, item.ownerId, platform.settings),
    demands: demandsOf(platform, {
      ...{ operation: step.operation, sourceFormat: first.format, targetFormat: step.target_format },
    }),
  })
}

const stageOf = (steps: readonly RunStep[], position: number) =>
  sentence`Step ${position + 1} of ${steps.length}: ${(steps[position] as RunStep).label}`

/**
 * Continues after a settled step: starts the next step, in this transaction.
 * @returns the file's outcome after its last or a failed step, else null
 */
export async function afterStep(
  platform: TransactionPlatform,
  tx: Transaction,
  step: ConversionRow,
): Promise<{ id: string; outcome: Outcome } | null> {
  const [found] = await tx
    .select({ item: conversions, run: pipelineRuns })
    .from(conversions)
    .innerJoin(pipelineRuns, eq(pipelineRuns.id, conversions.runId))
    .where(and(eq(conversions.id, step.parentId as string), eq(conversions.status, 'pending')))
  if (!found) return null
  const { item, run } = found
  await tx
    .update(conversions)
    .set({ startedAt: sql`coalesce(started_at, ${step.startedAt?.toISOString() ?? null}::timestamptz)` })
    .where(eq(conversions.id, item.id))
  const outcome = await outcomeAfter(platform, tx, step, item, run)
  return outcome && { id: item.id, outcome }
}

async function outcomeAfter(
  platform: TransactionPlatform,
  tx: Transaction,
  step: ConversionRow,
  item: ConversionRow,
  run: PipelineRunRow,
): Promise<Outcome | null> {
  const position = step.position as number
  const label = (run.steps[position] as RunStep).label
  if (step.status === 'failed') {
    const reason = step.errorMessage ?? sentence`It failed.`
    const message = sentence`Step ${position + 1} (${label}): ${nested(reason)} Nothing was charged.`
    return { status: 'failed', code: step.errorCode ?? 'internal', message }
  }
  const { output, outputKey: key } = step as { output: StoredOutput; outputKey: string }
  const next = run.steps[position + 1]
  if (!next) {
    const warnings = await warningsOf(tx, item.id, run.steps)
    return { status: 'completed', outputKey: key, output: { ...output, warnings } }
  }
  if (output.format !== step.targetFormat) {
    const wanted = step.targetFormat.toUpperCase()
    const message =
      output.format === 'zip'
        ? sentence`Step ${position + 2} (${next.label}) needs one ${wanted} file, but step ${position + 1} outputs several files. Nothing was charged.`
        : sentence`Step ${position + 2} (${next.label}) needs one ${wanted} file, but step ${position + 1} outputs ${output.format.toUpperCase()}. Nothing was charged.`
    return { status: 'failed', code: 'source_unsupported', message }
  }
  const secrets = openSteps(platform.secrets, run.secrets)
  const current = { key, format: output.format, size: output.size_bytes }
  await beginStep(platform, tx, item, { steps: run.steps, secrets }, position + 1, current)
  return null
}

/** Warnings of the steps, with the step's name if there are several. */
async function warningsOf(tx: Transaction, itemId: string, steps: readonly RunStep[]): Promise<Sentence[]> {
  const rows = await tx
    .select({ position: conversions.position, output: conversions.output })
    .from(conversions)
    .where(eq(conversions.parentId, itemId))
    .orderBy(conversions.position)
  return rows.flatMap(({ position, output }) =>
    (output?.warnings ?? []).map((warning) =>
      steps.length > 1 ? sentence`Step ${(position as number) + 1}: ${warning}` : warning,
    ),
  )
}

/**
 * Ends the steps of a finished file of a run: stops queued and running ones, and releases
 * intermediate results. A dry run keeps those for its images, and has no download.
 * @returns the stopped steps, whose workers are notified
 */
export async function endSteps(tx: Transaction, item: ConversionRow): Promise<string[]> {
  const [run] = await tx
    .select({ dryRun: pipelineRuns.dryRun })
    .from(pipelineRuns)
    .where(eq(pipelineRuns.id, item.runId as string))
  const own = eq(conversions.parentId, item.id)
  const stopped = await tx
    .update(conversions)
    .set({
      status: 'failed',
      errorCode: 'cancelled',
      errorMessage: sentence`Stopped.`,
      stage: null,
      completedAt: item.completedAt,
    })
    .where(and(own, eq(conversions.status, 'pending')))
    .returning({ id: conversions.id })
  const held = await tx
    .delete(conversionInputs)
    .where(eq(conversionInputs.conversionId, item.id))
    .returning({ key: conversionInputs.key })
  if (run?.dryRun) await tx.update(conversions).set({ outputKey: null }).where(eq(conversions.id, item.id))
  else await forgetSteps(tx, [item.id])
  await leaveUnused(
    tx,
    held.map(({ key }) => key),
  )
  return stopped.map(({ id }) => id)
}

/**
 * Releases inputs and results of the steps of these files, and marks unreferenced objects as
 * `leaving`. @returns their keys
 */
export async function forgetSteps(tx: Transaction, itemIds: string[]): Promise<string[]> {
  if (itemIds.length === 0) return []
  const parents = sql`${conversions.parentId} = any(${sql.param(itemIds)}::uuid[])`
  const rows = await tx
    .select({ id: conversions.id, source: conversions.sourceKey, output: conversions.outputKey })
    .from(conversions)
    .where(parents)
  const further = await tx
    .delete(conversionInputs)
    .where(sql`${conversionInputs.conversionId} = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`)
    .returning({ key: conversionInputs.key })
  await tx.update(conversions).set({ sourceKey: null, outputKey: null }).where(parents)
  return leaveUnused(tx, [
    ...rows.flatMap(({ source, output }) => [source, output]),
    ...further.map(({ key }) => key),
  ])
}
