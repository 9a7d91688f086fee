import type { Conversion } from '../../contract/conversion.ts'
import type { PipelineRun, RunItem } from '../../contract/pipelines.ts'
import { presentMessage, presentStage, presentWarnings } from '../../server/core/present-message.ts'
import { creatorOf } from './creator.ts'
import type { Db } from './db.ts'
import { complete, setStatus } from './outcome.ts'
import type { StoredItem, StoredRun } from './stored-pipelines.ts'

type StepState = RunItem['steps'][number]

/** So many files go side by side. */
const AT_ONCE = 4

const iso = (at: number) => new Date(at).toISOString()

export interface Wanted {
  name: string
  bytes: number
  key: string | null
}

/**
 * What a file's name makes of it, as in a conversion of the mock: the step that it fails at is the
 * first.
 */
function failureOf(name: string): StoredItem['fails'] {
  if (/damaged/i.test(name))
    return { step: 0, code: 'source_damaged', message: 'The file ends in the middle.' }
  if (/encrypted/i.test(name))
    return { step: 0, code: 'source_encrypted', message: 'The document is password-protected.' }
  if (/stuck/i.test(name)) return { step: 1, code: 'engine_failed', message: 'The engine gave up on page 3.' }
  return null
}

/** @param single Whether it is the run's only file: its conversion then has the run's id. */
export function newItem(
  db: Db,
  run: StoredRun,
  wanted: Wanted,
  index: number,
  credits: number,
  single = false,
): StoredItem {
  const stepMs = (/slow/i.test(wanted.name) ? 60_000 : db.pace) / 2
  const fails = failureOf(wanted.name)
  return {
    conversion: pending(run, wanted, credits, single),
    startsAt: Date.now() + db.pace / 10 + Math.floor(index / AT_ONCE) * stepMs * run.steps.length,
    stepMs,
    fails: fails && { ...fails, step: Math.min(fails.step, run.steps.length - 1) },
    cancelledAt: null,
  }
}

function pending(run: StoredRun, wanted: Wanted, credits: number, single: boolean): Conversion {
  const { steps, dryRun } = run
  const id = single ? run.id : crypto.randomUUID()
  return {
    conversion_id: id,
    id,
    status: 'pending',
    state: 'pending',
    family: 'document',
    operation: 'pipeline',
    source_format: 'pdf',
    target_format: steps.at(-1)?.target ?? 'pdf',
    filename: wanted.name,
    size_bytes: Math.max(1, wanted.bytes),
    file_count: 1,
    s3_key: wanted.key ?? `originals/${id}`,
    options: {},
    progress: null,
    stage: null,
    stage_message: null,
    queue_position: null,
    error: null,
    download_url: null,
    output: null,
    credits_quoted: dryRun ? 0 : credits,
    credits_charged: null,
    external_token: null,
    batch_id: dryRun || single ? null : run.id,
    delivery: null,
    created_by: run.createdBy ?? null,
    created_at: new Date().toISOString(),
    started_at: null,
    completed_at: null,
    expires_at: null,
  }
}

/** Where a step of an item stands at a moment. */
function stepState(
  { steps }: StoredRun,
  item: StoredItem,
  index: number,
  origin: string,
  now: number,
): StepState {
  const { startsAt, stepMs, fails, cancelledAt, conversion } = item
  const begins = startsAt + index * stepMs
  const ends = begins + stepMs
  const at = cancelledAt === null ? now : Math.min(now, cancelledAt)
  const stoppedBefore = (fails && index > fails.step) || (cancelledAt !== null && cancelledAt < begins)
  const none = {
    stage: null,
    stage_message: null,
    progress: null,
    error: null,
    ...presentWarnings([]),
    format: null,
    pages: null,
    size_bytes: null,
  }
  const idle = { ...none, started_at: null, completed_at: null, duration_ms: null, preview_url: null }
  if (stoppedBefore)
    return { ...idle, status: fails && at < startsAt + (fails.step + 1) * stepMs ? 'waiting' : 'skipped' }
  if (at < begins) return { ...idle, status: 'waiting' }
  if (at < ends && cancelledAt !== null)
    return { ...idle, status: 'skipped', started_at: iso(begins), completed_at: iso(at) }
  if (at < ends)
    return {
      ...idle,
      status: 'running',
      started_at: iso(begins),
      progress: null,
      ...presentStage('Page 3 of 12'),
    }
  const done = { started_at: iso(begins), completed_at: iso(ends), duration_ms: Math.round(stepMs) }
  if (fails?.step === index) {
    const { code, message } = fails
    return { ...idle, ...done, status: 'failed', error: { code, ...presentMessage(message) } }
  }
  const id = conversion.conversion_id
  const target = steps[index]?.target ?? 'pdf'
  return {
    ...none,
    ...done,
    status: 'completed',
    format: target,
    pages: target === 'pdf' ? 12 : null,
    size_bytes: Math.max(1, Math.round(conversion.size_bytes * 0.9 ** (index + 1))),
    ...presentWarnings(steps[index]?.operation === 'flatten' ? ['One field had no look of its own.'] : []),
    preview_url: `${origin}/api/v1/pdf_handler/pipeline/preview/${id}/${index + 1}/`,
  }
}

/** Brings the files of every run to where time has brought them. */
export function advanceRuns(db: Db, now: number): void {
  for (const run of db.pipelines.runs)
    for (const item of run.items) {
      const { conversion, startsAt, stepMs, fails } = item
      if (conversion.status !== 'pending') continue
      const steps = fails ? fails.step + 1 : run.steps.length
      const endsAt = startsAt + steps * stepMs
      if (now >= startsAt) conversion.started_at ??= iso(startsAt)
      const at = Math.floor((now - startsAt) / stepMs)
      if (now < endsAt) {
        Object.assign(conversion, presentStage(now < startsAt ? null : (run.steps[at]?.label ?? null)))
        continue
      }
      Object.assign(conversion, presentStage(null))
      conversion.completed_at = iso(endsAt)
      if (fails) {
        setStatus(conversion, 'failed')
        conversion.error = { code: fails.code, ...presentMessage(fails.message) }
        conversion.credits_charged = 0
        continue
      }
      setStatus(conversion, 'completed')
      complete(conversion)
      if (run.dryRun) {
        conversion.credits_charged = 0
        conversion.download_url = null
      }
    }
}

export function cancelRun(run: StoredRun): void {
  const now = Date.now()
  for (const item of run.items) {
    const { conversion } = item
    if (conversion.status !== 'pending') continue
    item.cancelledAt = now
    setStatus(conversion, 'failed')
    conversion.error = { code: 'cancelled', ...presentMessage('Stopped on request.') }
    Object.assign(conversion, presentStage(null))
    conversion.credits_charged = 0
    conversion.completed_at = iso(now)
  }
}

export const presentItem = (run: StoredRun, item: StoredItem, origin: string): RunItem => ({
  conversion: item.conversion,
  steps: run.steps.map((_, index) => stepState(run, item, index, origin, Date.now())),
})

export function presentRun(run: StoredRun): PipelineRun {
  const { id, pipelineId, name, dryRun, steps, items, createdAt } = run
  const states = items.map((item) => presentItem(run, item, '').steps)
  const conversions = items.map(({ conversion }) => conversion)
  const count = (status: string) => conversions.filter((one) => one.status === status).length
  const [pendingNow, completed, failed] = [count('pending'), count('completed'), count('failed')]
  const status = pendingNow > 0 ? 'pending' : completed > 0 ? 'completed' : 'failed'
  const ends = conversions.flatMap(({ completed_at }) => (completed_at ? [completed_at] : []))
  const here = conversions.find(({ download_url }) => download_url)
  const single = !dryRun && conversions[0]?.id === id
  return {
    run_id: id,
    id,
    conversion_id: single ? id : null,
    pipeline_id: pipelineId,
    name,
    status,
    state: status,
    dry_run: dryRun,
    steps: steps.map(({ operation, label, target }, index) => {
      const own = states.flatMap((of) => of[index] ?? [])
      const of = (wanted: StepState['status']) => own.filter((one) => one.status === wanted).length
      const took = own.flatMap(({ duration_ms }) => (duration_ms === null ? [] : [duration_ms]))
      return {
        operation,
        label,
        target_format: target,
        waiting: of('waiting'),
        running: of('running'),
        completed: of('completed'),
        failed: of('failed'),
        skipped: of('skipped'),
        duration_ms:
          took.length > 0 ? Math.round(took.reduce((sum, one) => sum + one, 0) / took.length) : null,
      }
    }),
    total: items.length,
    pending: pendingNow,
    completed,
    failed,
    credits_quoted: conversions.reduce((sum, one) => sum + one.credits_quoted, 0),
    credits_charged: conversions.reduce((sum, one) => sum + (one.credits_charged ?? 0), 0),
    download_url: single
      ? (here?.download_url ?? null)
      : here
        ? `/api/v1/docs_core/batch/${id}/download/`
        : null,
    created_by: creatorOf(run),
    created_at: createdAt,
    completed_at: pendingNow > 0 ? null : (ends.sort().at(-1) ?? createdAt),
    expires_at: conversions.find(({ expires_at }) => expires_at)?.expires_at ?? null,
  }
}
