import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { PipelineCheck, PipelineStep, StepCheck } from '../../../contract/pipelines.ts'
import { type Context, ownerOf } from '../../core/context.ts'
import { objects, rateCard, type StoredStep, userFiles } from '../../core/schema.ts'
import { partSecrets } from '../../core/secret-options.ts'
import { isUnlisted } from '../../core/service-runs.ts'
import type { StepSecrets } from '../../core/step-secrets.ts'
import type { Operation } from '../../engines/kernel/engine.ts'

/** What pipelines start with. */
const SOURCE = 'pdf'
/** These make something to look at, and nothing to go on with. */
const LOOKS: ReadonlySet<string> = new Set(['inspect', 'thumbnail'])

/** These make several files, which come as one archive. */
const SEVERAL: ReadonlySet<string> = new Set(['split', 'extract_images'])

/** A stored file that a step takes too. */
interface StepFile {
  key: string
  format: string
  size: number
  name: string
}

/** A step that can run in its place, with all that its run needs. */
export interface PlannedStep {
  step: StoredStep
  operation: Operation
  /** With the defaults filled in, and with the secrets. */
  options: Record<string, unknown>
  files: StepFile[]
  /** The format that it gives, by its canonical name. */
  target: string
  label: string
}

export type Checked = PipelineCheck & {
  /** One for each step; empty where one of them cannot run. */
  plans: PlannedStep[]
}

type Step = Omit<PipelineStep, 'id'> & { id?: string | undefined }

/**
 * What everything needs that is asked of several pipelines at once: prices, and the files that
 * their steps name.
 */
export interface StepFacts {
  prices: ReadonlyMap<string, number>
  files: ReadonlyMap<string, StepFile>
}

/**
 * Looks up what steps are checked against. Files are the caller's own: those of others are not
 * there.
 */
export async function stepFacts(ctx: Context, steps: readonly Pick<Step, 'files'>[]): Promise<StepFacts> {
  const { db } = ctx.platform
  const ids = [...new Set(steps.flatMap(({ files }) => files))]
  const [prices, files] = await Promise.all([
    db.select().from(rateCard),
    ids.length === 0
      ? []
      : db
          .select({ file: userFiles, size: objects.sizeBytes })
          .from(userFiles)
          .innerJoin(objects, eq(objects.key, userFiles.objectKey))
          .where(
            and(
              inArray(userFiles.id, ids),
              eq(userFiles.ownerId, ownerOf(ctx) ?? ''),
              isNull(userFiles.deletedAt),
            ),
          ),
  ])
  return {
    prices: new Map(prices.map(({ family, operation, credits }) => [`${family} ${operation}`, credits])),
    files: new Map(
      files.map(({ file, size }) => [
        file.id,
        { key: file.objectKey, format: file.format ?? '', size, name: file.fileName },
      ]),
    ),
  }
}

/**
 * Follows a file through the steps: whether each can take what the one before gives, with its
 * options and its further files, and what all of them cost. After a step that cannot run the next
 * is judged as if it could, so that one mistake is told once.
 */
export function checkSteps(
  ctx: Context,
  steps: readonly Step[],
  facts: StepFacts,
  secrets: StepSecrets = {},
): Checked {
  const checks: StepCheck[] = []
  const plans: PlannedStep[] = []
  let takes = SOURCE
  let locked = false
  for (const [at, step] of steps.entries()) {
    const judged = judge(ctx, step, at, { takes, locked }, facts, secrets[step.id ?? ''] ?? {})
    const { plan } = judged
    const made = SEVERAL.has(step.operation) ? 'zip' : judged.target
    const gives = plan ? made : null
    checks.push({
      label: judged.label,
      engine: plan?.operation.engine ?? null,
      takes,
      gives,
      credits: plan ? priceOf(facts, plan.operation) : null,
      problem: judged.problem?.message ?? null,
      path: judged.problem?.path ?? null,
    })
    if (plan) plans.push(plan)
    locked = plan ? locks(plan) : false
    takes = made
  }
  const valid = plans.length === steps.length
  return {
    valid,
    credits: valid ? checks.reduce((sum, { credits }) => sum + (credits ?? 0), 0) : null,
    gives: valid ? takes : null,
    checks,
    plans: valid ? plans : [],
  }
}

const priceOf = ({ prices }: StepFacts, { family, operation }: Operation) => {
  const price = prices.get(`${family} ${operation}`)
  if (price === undefined) throw new Error(`the rate card has no price for ${family} ${operation}`)
  return price
}

/** Nothing but its password opens what comes of it. */
const locks = ({ operation, options }: PlannedStep) =>
  operation.operation === 'encrypt' && options.user_password !== ''

interface Judged {
  label: string
  /** The format that it gives, or would give. */
  target: string
  plan?: PlannedStep
  problem?: { message: string; path: string | null }
}

function judge(
  { platform: { engines } }: Context,
  step: Step,
  at: number,
  before: { takes: string; locked: boolean },
  facts: StepFacts,
  kept: Record<string, string>,
): Judged {
  const number = at + 1
  const target = engines.normalise(step.target_format, 'document') ?? step.target_format.toLowerCase()
  const documents = engines
    .operations({ family: 'document' })
    .filter((one) => !isUnlisted(one) && !LOOKS.has(one.operation))
  const known = documents.filter(({ operation }) => operation === step.operation)
  const label = labelOf(known[0], step.operation, target)
  const problem = (message: string, path: string | null = null): Judged => ({
    label,
    target,
    problem: { message: `Step ${number} (${label}) ${message}`, path },
  })
  if (known.length === 0) return problem('is not available here.', 'operation')
  const fitting = known.filter(({ from }) => from.includes(before.takes))
  if (fitting.length === 0)
    return problem(
      `needs ${listed(known.flatMap(({ from }) => from))}, but ${origin(at)} ${before.takes.toUpperCase()}.`,
      'operation',
    )
  const operation = fitting.find(({ to }) => to.includes(target))
  if (!operation)
    return problem(
      `cannot output ${target.toUpperCase()}. It outputs ${listed(fitting.flatMap(({ to }) => to))}.`,
      'target_format',
    )
  if (before.locked && step.operation !== 'decrypt')
    return problem(
      `cannot open the result of step ${at}, which is encrypted. Move the encryption to the end.`,
      'operation',
    )
  const files = step.files.map((id) => facts.files.get(id))
  if (files.some((file) => file === undefined))
    return problem('uses a stored file that no longer exists. Choose another one.', 'files')
  const here = files as StepFile[]
  const strange = here.find(({ format }) => !operation.from.includes(format))
  if (strange) return problem(`does not accept ${strange.name}.`, 'files')
  const count = here.length + 1
  if (count < operation.minFiles) return problem('needs a second file. Choose one from storage.', 'files')
  if (count > operation.maxFiles)
    return problem(
      operation.maxFiles === 1 ? 'does not accept a second file.' : 'accepts fewer files.',
      'files',
    )
  const checked = engines.checkOptions(operation, { ...step.options, ...secretsOf(step, kept) })
  if (!checked.ok) {
    const [first] = checked.errors
    const path = first?.path ? `options.${first.path}` : 'options'
    return problem(`has an invalid option: ${first?.message ?? 'check its options.'}`, path)
  }
  const plan = { step: storedStep(step), operation, options: checked.options, files: here, target, label }
  return { label, target, plan }
}

/** Those that are kept, where no others are given. */
const secretsOf = (step: Step, kept: Record<string, string>) => ({
  ...kept,
  ...partSecrets(step.options).secret,
})

const storedStep = ({
  id = '',
  operation,
  target_format,
  options,
  files,
  files_first,
}: Step): StoredStep => ({
  id,
  operation,
  target_format,
  options: partSecrets(options).open,
  files,
  files_first,
})

const labelOf = (operation: Operation | undefined, name: string, target: string) => {
  if (!operation) return name
  return name === 'convert' ? `Convert to ${target.toUpperCase()}` : operation.label
}

const origin = (at: number) => (at === 0 ? 'pipelines start with' : `step ${at} outputs`)

const listed = (formats: readonly string[]) => {
  const names = [...new Set(formats)].map((format) => format.toUpperCase())
  return names.length > 6 ? `${names.slice(0, 6).join(', ')} and others` : names.join(', ')
}
