import type { Conversion } from '../../contract/conversion.ts'
import type { ConversionErrorCode } from '../../contract/conversion-errors.ts'
import type { OperationEntry } from '../../contract/convert.ts'
import type { Pipeline, PipelineCheck, PipelineStep, StepCheck } from '../../contract/pipelines.ts'
import { creatorOf } from './creator.ts'
import type { Db } from './db.ts'
import { OPERATIONS } from './formats.ts'

export interface StoredStep extends Omit<PipelineStep, 'id'> {
  id: string
  /** Options that are never shown again. */
  sealed: Record<string, unknown>
}

export interface StoredPipeline {
  id: string
  owner: string
  /** The user who made it; absent for seeded ones of one person. */
  createdBy?: string | null
  name: string
  description: string
  steps: StoredStep[]
  lastRunAt: string | null
  createdAt: string
  updatedAt: string
}

/**
 * One file of a run: when its steps begin and end is decided when it is made, and time brings it
 * out.
 */
export interface StoredItem {
  conversion: Conversion
  startsAt: number
  /** Milliseconds of one step. */
  stepMs: number
  fails: { step: number; code: ConversionErrorCode; message: string } | null
  cancelledAt: number | null
}

export interface StoredRun {
  id: string
  owner: string
  createdBy?: string | null
  pipelineId: string | null
  name: string
  dryRun: boolean
  steps: { operation: string; label: string; target: string }[]
  items: StoredItem[]
  createdAt: string
}

export interface PipelineStore {
  pipelines: StoredPipeline[]
  /** The newest first. */
  runs: StoredRun[]
}

export const emptyPipelines = (): PipelineStore => ({ pipelines: [], runs: [] })

const propertiesOf = ({ options }: OperationEntry) =>
  (options.properties ?? {}) as Record<string, { format?: string; minimum?: number; maximum?: number }>

export const entryOf = (operation: string, from: string | null, to: string): OperationEntry | undefined => {
  const all = OPERATIONS.filter((one) => one.operation === operation && one.to.includes(to))
  return all.find((one) => from !== null && one.from.includes(from)) ?? all[0]
}

/** Which options of a step are secret. */
export function secretsOf({ operation, target_format }: Pick<PipelineStep, 'operation' | 'target_format'>) {
  const entry = entryOf(operation, 'pdf', target_format)
  return entry
    ? Object.entries(propertiesOf(entry)).flatMap(([name, { format }]) =>
        format === 'password' ? [name] : [],
      )
    : []
}

/** What makes several files gives them as one archive. */
const madeBy = ({ operation, target_format }: PipelineStep) =>
  operation === 'split' || operation === 'extract_images' ? 'zip' : target_format

/**
 * After a step that cannot run the next is judged as if it could, so that one mistake is told once.
 */
export function checkSteps(db: Db, owner: string, steps: readonly PipelineStep[]): PipelineCheck {
  let takes = 'pdf'
  let locked = false
  const checks: StepCheck[] = []
  for (const [index, step] of steps.entries()) {
    const entry = entryOf(step.operation, takes, step.target_format)
    const label =
      step.operation === 'convert'
        ? `Convert to ${step.target_format.toUpperCase()}`
        : (entry?.label ?? step.operation)
    const fault = faultOf(db, owner, step, { index, takes, locked }, entry)
    checks.push({
      label,
      engine: fault ? null : (entry?.engine ?? null),
      takes,
      gives: fault ? null : madeBy(step),
      credits: fault ? null : (entry?.credits ?? null),
      problem: fault && `Step ${index + 1} (${label}) ${fault.says}`,
      path: fault?.path ?? null,
    })
    locked = !fault && step.operation === 'encrypt' && Boolean(step.options.user_password)
    takes = madeBy(step)
  }
  const valid = checks.every(({ problem }) => problem === null)
  return {
    valid,
    credits: valid ? checks.reduce((sum, { credits }) => sum + (credits ?? 0), 0) : null,
    gives: valid ? takes : null,
    checks,
  }
}

interface Fault {
  says: string
  path: string | null
}

const listed = (formats: readonly string[]) => formats.map((one) => one.toUpperCase()).join(', ')

function faultOf(
  db: Db,
  owner: string,
  step: PipelineStep,
  { index, takes, locked }: { index: number; takes: string; locked: boolean },
  entry: OperationEntry | undefined,
): Fault | null {
  if (!entry) return { says: 'is not available here.', path: 'operation' }
  const origin = index === 0 ? 'pipelines start with' : `step ${index} outputs`
  if (!entry.from.includes(takes))
    return { says: `needs ${listed(entry.from)}, but ${origin} ${takes.toUpperCase()}.`, path: 'operation' }
  if (locked && step.operation !== 'decrypt')
    return {
      says: `cannot open the result of step ${index}, which is encrypted. Move the encryption to the end.`,
      path: 'operation',
    }
  const gone = step.files.some(
    (id) => !db.storage.files.some((one) => one.id === id && one.owner === owner && !one.deletedAt),
  )
  if (gone) return { says: 'uses a stored file that no longer exists. Choose another one.', path: 'files' }
  if (step.files.length + 1 < entry.min_files)
    return { says: 'needs a second file. Choose one from storage.', path: 'files' }
  if (step.files.length + 1 > entry.max_files)
    return {
      says: entry.max_files === 1 ? 'does not accept a second file.' : 'accepts fewer files.',
      path: 'files',
    }
  return optionFault(entry, step.options)
}

const OUT = 'has an invalid option:'

function optionFault(entry: OperationEntry, options: Record<string, unknown>): Fault | null {
  const properties = propertiesOf(entry)
  for (const [name, value] of Object.entries(options)) {
    const rule = properties[name]
    const path = `options.${name}`
    if (!rule) return { says: `${OUT} there is no option ${name}.`, path }
    if (typeof value === 'number' && rule.maximum !== undefined && value > rule.maximum)
      return { says: `${OUT} At most ${rule.maximum}.`, path }
    if (typeof value === 'number' && rule.minimum !== undefined && value < rule.minimum)
      return { says: `${OUT} At least ${rule.minimum}.`, path }
  }
  if (entry.operation === 'watermark' && options.text === '')
    return { says: `${OUT} Enter a text.`, path: 'options.text' }
  if (entry.operation === 'delete_pages' && !options.pages)
    return { says: `${OUT} Enter pages.`, path: 'options.pages' }
  return null
}

/** As the check takes it: with what is sealed, since that counts too. */
export const openStep = ({ sealed, ...step }: StoredStep): PipelineStep => ({
  ...step,
  options: { ...step.options, ...sealed },
})

export function presentPipeline(db: Db, stored: StoredPipeline): Pipeline {
  const { id, owner, name, description, steps, lastRunAt, createdAt, updatedAt } = stored
  return {
    ...checkSteps(db, owner, steps.map(openStep)),
    pipeline_id: id,
    id,
    name,
    description,
    steps: steps.map(({ sealed, ...step }) => ({ ...step, secrets: Object.keys(sealed) })),
    runs: db.pipelines.runs.filter((run) => run.pipelineId === id && !run.dryRun).length,
    last_run_at: lastRunAt,
    created_by: creatorOf(stored),
    created_at: createdAt,
    updated_at: updatedAt,
  }
}
