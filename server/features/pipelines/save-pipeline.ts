import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { PIPELINE_LIMITS, type PipelineJson } from '../../../contract/pipelines.ts'
import { ApiProblem } from '../../core/api-problem.ts'
import { type Context, requireOwner, userOf } from '../../core/context.ts'
import { fingerprint, once } from '../../core/idempotency.ts'
import { lockOwner } from '../../core/lock-owner.ts'
import { plainText } from '../../core/plain-text.ts'
import { pipelines, type StoredStep } from '../../core/schema.ts'
import { partSecrets } from '../../core/secret-options.ts'
import { openSteps, type StepSecrets, sealSteps } from '../../core/step-secrets.ts'
import { withTransaction } from '../../core/transaction.ts'
import type { Transaction } from '../../platform.ts'
import { type Checked, checkSteps, stepFacts } from './check-steps.ts'
import { findPipeline } from './present-pipeline.ts'

type Json = z.output<typeof PipelineJson>

/**
 * Saves a new pipeline. Its steps must be able to follow each other. @returns its id
 * @throws ApiProblem pipeline_invalid, limit_reached, idempotency_conflict
 */
export async function createPipeline(
  ctx: Context,
  json: Json,
  idempotencyKey: string | undefined,
): Promise<string> {
  const kept = await prepare(ctx, json, {})
  const requestFingerprint = fingerprint(ctx.platform, ['pipeline', json])
  return insertPipeline(ctx, kept, { key: idempotencyKey, fingerprint: requestFingerprint })
}

/**
 * Changes a pipeline. Passwords that are not given stay as they are, where their step does.
 * @throws ApiProblem not_found, pipeline_invalid
 */
export async function updatePipeline(ctx: Context, id: string, json: Json): Promise<void> {
  const { pipeline } = await findPipeline(ctx, id)
  const kept = await prepare(ctx, json, openSteps(ctx.platform.secrets, pipeline.secrets))
  await ctx.platform.db
    .update(pipelines)
    .set({ ...kept, updatedAt: ctx.platform.clock() })
    .where(and(eq(pipelines.id, id), eq(pipelines.ownerId, requireOwner(ctx))))
}

/**
 * Another pipeline with the same steps, also where one of them cannot run any more. @returns its id
 */
export async function duplicatePipeline(
  ctx: Context,
  id: string,
  idempotencyKey: string | undefined,
): Promise<string> {
  const { pipeline } = await findPipeline(ctx, id)
  const { description, steps, secrets } = pipeline
  const name = `${pipeline.name.slice(0, 110)} (copy)`
  const requestFingerprint = fingerprint(ctx.platform, ['duplicate', id])
  return insertPipeline(
    ctx,
    { name, description, steps, secrets },
    { key: idempotencyKey, fingerprint: requestFingerprint },
  )
}

/** Its runs and their results stay. @throws ApiProblem not_found */
export async function deletePipeline(ctx: Context, id: string): Promise<void> {
  await findPipeline(ctx, id)
  await ctx.platform.db
    .delete(pipelines)
    .where(and(eq(pipelines.id, id), eq(pipelines.ownerId, requireOwner(ctx))))
}

interface Kept {
  name: string
  description: string
  steps: StoredStep[]
  secrets: Buffer | null
}

async function insertPipeline(
  ctx: Context,
  kept: Kept,
  idempotency: { key: string | undefined; fingerprint: string },
): Promise<string> {
  const ownerId = requireOwner(ctx)
  const { clock } = ctx.platform
  const { answer } = await withTransaction(ctx, (_ctx, tx) =>
    once(tx, { scope: ownerId, ...idempotency }, async () => {
      await requireRoom(tx, ownerId)
      const id = randomUUID()
      const now = clock()
      await tx
        .insert(pipelines)
        .values({ id, ownerId, createdBy: userOf(ctx), ...kept, createdAt: now, updatedAt: now })
      return { id }
    }),
  )
  return answer.id
}

async function requireRoom(tx: Transaction, ownerId: string) {
  await lockOwner(tx, ownerId)
  const [count] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(pipelines)
    .where(eq(pipelines.ownerId, ownerId))
  if ((count?.count ?? 0) < PIPELINE_LIMITS.pipelines) return
  throw new ApiProblem(
    'limit_reached',
    `An account can have ${PIPELINE_LIMITS.pipelines} pipelines. Delete one first.`,
  )
}

/** What is stored of what was sent: passwords sealed, ids given, everything able to run. */
async function prepare(ctx: Context, json: Json, before: StepSecrets): Promise<Kept> {
  const steps = json.steps.map((step) => ({ ...step, id: step.id ?? randomUUID() }))
  if (new Set(steps.map(({ id }) => id)).size < steps.length)
    throw new ApiProblem('invalid_request', 'Two steps have the same id.', {
      errors: [{ path: 'steps', message: 'Two have the same id.' }],
    })
  const secrets: StepSecrets = {}
  for (const { id, options } of steps) {
    // An empty one takes a kept one away.
    const given = Object.entries({ ...before[id], ...partSecrets(options).secret }).filter(
      ([, value]) => value !== '',
    )
    if (given.length > 0) secrets[id] = Object.fromEntries(given)
  }
  requireValid(checkSteps(ctx, steps, await stepFacts(ctx, steps), secrets))
  return {
    name: plainText(json.name),
    description: plainText(json.description),
    steps: steps.map((step) => ({ ...step, options: partSecrets(step.options).open })),
    secrets: sealSteps(ctx.platform.secrets, secrets),
  }
}

/** @throws ApiProblem pipeline_invalid, with every step that cannot run */
export function requireValid({ valid, checks }: Checked): void {
  if (valid) return
  const errors = checks.flatMap(({ problem, path }, at) =>
    problem === null ? [] : [{ path: `steps.${at}${path ? `.${path}` : ''}`, message: problem }],
  )
  throw new ApiProblem('pipeline_invalid', errors.map(({ message }) => message).join(' '), { errors })
}
