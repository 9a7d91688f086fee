import { randomUUID } from 'node:crypto'
import type { Multipart } from '@fastify/multipart'
import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { PIPELINE_LIMITS, RunPipelineForm, type RunPipelineJson } from '../../../contract/pipelines.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { callerLimits } from '../../core/billing/limits-of.ts'
import { type Context, requireOwner, userOf } from '../../core/context.ts'
import { holdCredits } from '../../core/credits/ledger.ts'
import { abandonArriving } from '../../core/delete-objects.ts'
import { byKeys, findFile, type NamedFile } from '../../core/find-file.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { consumeOrThrow, LIMIT_RULES } from '../../core/limit-rules.ts'
import { beginStep } from '../../core/pipeline-steps.ts'
import { discard, fileMissing, receiveForm, type Upload } from '../../core/receive-upload.ts'
import { conversionInputs, conversions, objects, pipelineRuns, type RunStep } from '../../core/schema.ts'
import { partSecrets } from '../../core/secret-options.ts'
import { openSteps, type StepSecrets, sealSteps } from '../../core/step-secrets.ts'
import { holdObjects, noObject, ownedObject, type StoredFile, storeUpload } from '../../core/stored-files.ts'
import { type TransactionContext, withTransaction } from '../../core/transaction.ts'
import { ownFiles } from '../../core/user-files.ts'
import { sentence } from '../../engines/kernel/sentence.ts'
import type { Transaction } from '../../platform.ts'
import { type Checked, checkSteps, stepFacts } from './check-steps.ts'
import { findPipeline } from './present-pipeline.ts'
import { requireValid } from './save-pipeline.ts'

type Json = z.output<typeof RunPipelineJson>

/** What a dry run made is looked at, and gone after an hour. */
const DRY_HOURS = 1

type Source = { upload: Upload } | NamedFile
type StoredInput =
  | (Upload & { key: string; format: string; arrived: true })
  | (StoredFile & { format: string; arrived: false })

interface Run {
  sources: readonly Source[]
  dryRun: boolean
  idempotencyKey: string | undefined
}

/**
 * Runs a pipeline on files that are sent along. @returns the run's id. @throws ApiProblem as
 * `runPipeline`
 */
export async function runOnForm(
  ctx: Context,
  id: string,
  parts: AsyncIterable<Multipart>,
  idempotencyKey: string | undefined,
): Promise<string> {
  await findPipeline(ctx, id) // before the bytes travel
  const { fields, uploads, sources } = await receiveForm(parts, ctx.platform.settings, RunPipelineForm)
  try {
    const { s3_key, file_id, conversion_id, dry_run: dryRun } = fields
    const named = await findFile(ctx, { s3_key, file_id, conversion_id })
    return await runPipeline(ctx, id, {
      sources: named ? [named, ...sources] : sources,
      dryRun,
      idempotencyKey,
    })
  } finally {
    for (const upload of uploads) await discard(upload)
  }
}

/**
 * Runs a pipeline on files of the caller's own. @returns the run's id. @throws ApiProblem as
 * `runPipeline`
 */
export async function runOnStored(
  ctx: Context,
  id: string,
  { s3_keys = [], file_ids = [], dry_run: dryRun, ...reference }: Json,
  idempotencyKey: string | undefined,
): Promise<string> {
  await findPipeline(ctx, id)
  const named = await findFile(ctx, reference)
  const stored = await ownFiles(ctx, file_ids)
  const sources = [
    ...(named ? [named] : []),
    ...stored.map(({ objectKey: key, fileName: filename }) => ({ key, filename, field: 'file_ids' })),
    ...byKeys(s3_keys),
  ]
  return runPipeline(ctx, id, { sources, dryRun, idempotencyKey })
}

/**
 * Takes a run on: checks pipeline and files, stores what was sent, and writes run, files, first
 * steps, holds and jobs in one transaction. What is refused leaves nothing behind and costs
 * nothing. The owner's originals stay as they are.
 * @throws ApiProblem not_found, pipeline_invalid, file_missing, file_empty, unsupported_source,
 * insufficient_credits, idempotency_conflict
 */
async function runPipeline(
  ctx: Context,
  id: string,
  { sources, dryRun, idempotencyKey }: Run,
): Promise<string> {
  const ownerId = requireOwner(ctx)
  const { platform } = ctx
  requireCount(sources.length, dryRun)
  const { pipeline } = await findPipeline(ctx, id)
  const secrets = openSteps(platform.secrets, pipeline.secrets)
  const checked = checkSteps(ctx, pipeline.steps, await stepFacts(ctx, pipeline.steps), secrets)
  requireValid(checked)
  if (dryRun) await consumeOrThrow(ctx, LIMIT_RULES.dryRun, ownerId)
  const keepHours = dryRun ? DRY_HOURS : (await callerLimits(ctx)).keep_hours
  const placed: StoredInput[] = []
  const giveUp = async () => {
    for (const file of placed) if (file.arrived) await abandonArriving(platform, file.key)
  }
  try {
    for (const source of sources) placed.push(await storeInput(ctx, ownerId, source))
    const requestFingerprint = fingerprint(ctx.platform, [
      'run',
      id,
      dryRun,
      placed.map(({ sha256, filename }) => [sha256, filename]),
    ])
    const { answer, repeated } = await withTransaction(ctx, (ctx, tx) =>
      once(tx, { scope: ownerId, key: idempotencyKey, fingerprint: requestFingerprint }, () =>
        write(ctx, tx, ownerId, { pipeline, checked, placed, keepHours, dryRun }),
      ),
    )
    if (repeated) await giveUp()
    return answer.id
  } catch (error) {
    await giveUp()
    throw error
  }
}

function requireCount(count: number, dryRun: boolean) {
  if (count === 0) throw fileMissing()
  if (dryRun && count > 1)
    throw new ApiProblem('invalid_request', 'A dry run takes one file.', {
      errors: [{ path: 'file', message: 'One file.' }],
    })
  if (count > PIPELINE_LIMITS.files)
    throw new ApiProblem('invalid_request', `One run takes at most ${PIPELINE_LIMITS.files} files.`, {
      errors: [{ path: 'file', message: `At most ${PIPELINE_LIMITS.files}.` }],
    })
}

/** A file of the run where it lies. @throws ApiProblem file_empty, unsupported_source, not_found */
async function storeInput(ctx: Context, ownerId: string, source: Source): Promise<StoredInput> {
  const { engines } = ctx.platform
  if ('key' in source) {
    const file = await ownedObject(ctx, source.key, source.filename, source.field)
    if (file.format !== 'pdf') throw notPdf(file.filename)
    return { ...file, format: file.format, arrived: false }
  }
  const { upload } = source
  if (upload.size === 0)
    throw new ApiProblem('file_empty', `${upload.filename} is empty (0 bytes). Nothing was charged.`)
  const found = await engines.detect({ path: upload.path, filename: upload.filename })
  if (found?.format !== 'pdf') throw notPdf(upload.filename)
  const key = await storeUpload(ctx, ownerId, upload, { format: 'pdf' })
  return { ...upload, key, format: 'pdf', arrived: true }
}

const notPdf = (name: string) =>
  new ApiProblem('unsupported_source', `${name} isn’t a PDF. Remove it to continue; nothing was started.`)

interface Plan {
  pipeline: { id: string; name: string }
  checked: Checked
  placed: readonly StoredInput[]
  keepHours: number
  dryRun: boolean
}

/** The rows, the holds and the jobs. Run it in a transaction. */
async function write(
  ctx: TransactionContext,
  tx: Transaction,
  ownerId: string,
  { pipeline, checked, placed, keepHours, dryRun }: Plan,
): Promise<{ id: string }> {
  const { platform } = ctx
  const { clock } = platform
  const id = randomUUID()
  const now = clock()
  const steps = checked.plans.map(stepOf)
  const secrets: StepSecrets = {}
  for (const { step, options } of checked.plans) secrets[step.id] = partSecrets(options).secret
  const item = {
    ownerId,
    createdBy: userOf(ctx),
    runId: id,
    expiresAt: new Date(now.getTime() + keepHours * 3_600_000),
  }
  await tx.insert(pipelineRuns).values({
    id,
    ownerId,
    createdBy: userOf(ctx),
    pipelineId: pipeline.id,
    name: pipeline.name,
    steps,
    secrets: sealSteps(platform.secrets, secrets),
    dryRun,
    createdAt: now,
  })
  // A run on one file is known by one id: as a run, and as the conversion that is its result.
  const ids = placed.length === 1 ? [id] : placed.map(() => randomUUID())
  const price = dryRun ? 0 : (checked.credits ?? 0)
  for (const reference of ids)
    await holdCredits(platform, tx, ownerId, {
      source: 'pipeline_run',
      reference,
      area: 'pipeline',
      credits: price,
      createdBy: userOf(ctx),
    })
  const arrived = placed.filter((file) => file.arrived).map(({ key }) => key)
  if (arrived.length > 0)
    await tx.update(objects).set({ state: 'stored' }).where(inArray(objects.key, arrived))
  const kept = placed.filter((file) => !file.arrived).map(({ key }) => key)
  if (!(await holdObjects(tx, [...kept, ...steps.flatMap(({ inputs }) => inputs.map(({ key }) => key))])))
    throw noObject()
  await tx.insert(conversions).values(
    placed.map((file, position) => ({
      ...item,
      id: ids[position] as string,
      family: 'document' as const,
      operation: 'pipeline',
      sourceFormat: 'pdf',
      targetFormat: checked.gives as string,
      options: { pipeline: pipeline.name },
      status: 'pending' as const,
      sourceKey: file.key,
      filename: file.filename,
      sizeBytes: file.size,
      creditsQuoted: price,
      batchId: dryRun || ids.length === 1 ? null : id,
      stage: sentence`Waiting`,
      createdAt: now,
      hiddenAt: dryRun ? now : null,
      service: dryRun,
      position,
    })),
  )
  // What later steps take is held by each file until it has ended: deleting it meanwhile breaks no
  // run.
  const further = steps.flatMap(({ inputs }) => inputs)
  if (further.length > 0)
    await tx
      .insert(conversionInputs)
      .values(
        ids.flatMap((conversionId) =>
          further.map(({ key, format }, at) => ({ conversionId, position: at + 1, key, format })),
        ),
      )
  for (const [position, file] of placed.entries()) {
    const { key, format, size, filename } = file
    const run = { steps, secrets }
    await beginStep(platform, tx, { ...item, id: ids[position] as string, filename }, run, 0, {
      key,
      format,
      size,
    })
  }
  return { id }
}

const stepOf = ({ step, target, options, files, label }: Checked['plans'][number]): RunStep => ({
  ...step,
  target_format: target,
  options: partSecrets(options).open,
  label,
  inputs: files.map(({ key, format, size }) => ({ key, format, size })),
})
