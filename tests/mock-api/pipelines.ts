import type { z } from 'zod'
import {
  PIPELINE_LIMITS,
  type PipelineJson,
  type PipelineStep,
  type pipelineEndpoints,
  RunPipelineForm,
} from '../../contract/pipelines.ts'
import { isMadeBy } from './creator.ts'
import type { Db } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem, type MockRequest } from './handler.ts'
import { now } from './identity.ts'
import { pageOf } from './page.ts'
import { readDocument, TEMPLATES } from './pipeline-documents.ts'
import { cancelRun, newItem, presentItem, presentRun, type Wanted } from './pipeline-runs.ts'
import { storedFile } from './stored-files.ts'
import {
  checkSteps,
  openStep,
  presentPipeline,
  type StoredPipeline,
  type StoredRun,
  type StoredStep,
  secretsOf,
} from './stored-pipelines.ts'
import { creditsOf } from './submit.ts'
import { byKey } from './wanted.ts'

type Handlers = AreaHandlers<keyof typeof pipelineEndpoints>
type Json = z.output<typeof PipelineJson>

function mine(db: Db, actor: Actor, id: string): StoredPipeline {
  const found = db.pipelines.pipelines.find((one) => one.owner === actor.id && one.id === id)
  if (!found) throw new MockProblem('not_found', 'Pipeline not found.')
  return found
}

function myRun(db: Db, actor: Actor, id: string): StoredRun {
  const found = db.pipelines.runs.find((one) => one.owner === actor.id && one.id === id)
  if (!found) throw new MockProblem('not_found', 'Run not found.')
  return found
}

/** A secret that is not given again stays as it was; an empty one goes. */
function storedStep(given: PipelineStep, before: readonly StoredStep[]): StoredStep {
  const secrets = secretsOf(given)
  const kept =
    before.find(({ id, operation }) => id === given.id && operation === given.operation)?.sealed ?? {}
  const own = Object.entries(given.options)
  const sealed = Object.fromEntries(
    Object.entries({ ...kept, ...Object.fromEntries(own.filter(([name]) => secrets.includes(name))) }).filter(
      ([, value]) => value !== '',
    ),
  )
  const options = Object.fromEntries(own.filter(([name]) => !secrets.includes(name)))
  return { ...given, id: given.id ?? crypto.randomUUID(), options, sealed }
}

function write(db: Db, actor: Actor, json: Json, before: readonly StoredStep[] = []) {
  const steps = json.steps.map((step) => storedStep(step, before))
  const check = checkSteps(db, actor.id, steps.map(openStep))
  if (!check.valid) {
    const errors = check.checks.flatMap(({ problem, path }, index) =>
      problem
        ? [{ path: ['steps', index, path].filter((one) => one !== null).join('.'), message: problem }]
        : [],
    )
    throw new MockProblem('pipeline_invalid', errors[0]?.message ?? '', { errors })
  }
  return { name: json.name, description: json.description, steps, updatedAt: now() }
}

function add(db: Db, actor: Actor, written: ReturnType<typeof write>): StoredPipeline {
  if (db.pipelines.pipelines.filter(({ owner }) => owner === actor.id).length >= PIPELINE_LIMITS.pipelines)
    throw new MockProblem('limit_reached', `There may be ${PIPELINE_LIMITS.pipelines} pipelines.`)
  const stored: StoredPipeline = {
    id: crypto.randomUUID(),
    owner: actor.id,
    createdBy: actor.user?.id ?? null,
    lastRunAt: null,
    createdAt: now(),
    ...written,
  }
  db.pipelines.pipelines.unshift(stored)
  return stored
}

/** Files of the form first named by key, then sent; or those that the JSON names. */
function filesOf({ db, actor, form, json }: Pick<RunRequest, 'db' | 'actor' | 'form' | 'json'>): Wanted[] {
  const keys = json ? (json.s3_keys ?? []) : form.getAll('s3_keys').map(String)
  const kept = keys.map((key) => {
    const { filename, bytes } = byKey(db, actor, key)
    return { name: filename, bytes, key }
  })
  const stored = (json?.file_ids ?? []).map((id) => {
    const { name, bytes, key } = storedFile(db, actor, id)
    return { name, bytes, key }
  })
  const sent = form
    .getAll('file')
    .flatMap((one) => (one instanceof File ? [{ name: one.name, bytes: one.size, key: null }] : []))
  const files = [...kept, ...stored, ...sent]
  if (files.length === 0) throw new MockProblem('file_missing', 'Send a PDF, or name one.')
  for (const { name, bytes } of files) {
    if (bytes === 0) throw new MockProblem('file_empty', `${name} has no bytes in it.`)
    if (!/\.pdf$/i.test(name) || /refused/i.test(name))
      throw new MockProblem('unsupported_source', `${name} is no PDF.`)
  }
  return files
}

type RunRequest = MockRequest<(typeof pipelineEndpoints)['runPipeline']>

const run: Handlers['runPipeline'] = ({ db, actor, params, form, json }) => {
  const pipeline = mine(db, actor, params.pipeline_id)
  const check = checkSteps(db, actor.id, pipeline.steps.map(openStep))
  if (!check.valid || check.credits === null)
    throw new MockProblem('pipeline_invalid', check.checks.find(({ problem }) => problem)?.problem ?? '')
  const dryRun = json ? json.dry_run : RunPipelineForm.shape.dry_run.parse(form.get('dry_run') ?? undefined)
  const files = filesOf({ db, actor, form, json })
  if (dryRun && files.length > 1)
    throw new MockProblem('invalid_request', 'A dry run takes one file.', {
      errors: [{ path: 'file', message: 'One file.' }],
    })
  const { remaining } = creditsOf(db, actor)
  const needed = check.credits * files.length
  if (!dryRun && needed > remaining)
    throw new MockProblem(
      'insufficient_credits',
      `This costs ${needed} credits, and ${remaining} are left.`,
      {
        credits_required: needed,
        credits_available: remaining,
      },
    )
  const made: StoredRun = {
    id: crypto.randomUUID(),
    owner: actor.id,
    createdBy: actor.user?.id ?? null,
    pipelineId: pipeline.id,
    name: pipeline.name,
    dryRun,
    steps: pipeline.steps.map(({ operation, target_format }, index) => ({
      operation,
      label: check.checks[index]?.label ?? operation,
      target: target_format,
    })),
    items: [],
    createdAt: now(),
  }
  const credits = check.credits
  made.items = files.map((file, index) => newItem(db, made, file, index, credits, files.length === 1))
  db.pipelines.runs.unshift(made)
  if (!dryRun) {
    pipeline.lastRunAt = made.createdAt
    const conversions = made.items.map(({ conversion }) => ({
      conversion,
      owner: actor.id,
      createdBy: actor.user?.id ?? null,
      plan: null,
    }))
    db.conversions.unshift(...conversions)
  }
  return { status: 202, body: presentRun(made) }
}

const stepImage = (step: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 105 148"><rect width="105" height="148" fill="#fff"/><g fill="#bbb"><path d="M12 14h50v5H12zM12 28h80v3H12zM12 36h76v3H12zM12 44h81v3H12zM12 52h60v3H12z"/></g><text x="52" y="100" font-size="40" fill="#8b5426" text-anchor="middle">${step}</text></svg>`

export const pipelineHandlers: Handlers = {
  listPipelines({ db, actor, query }) {
    if (query.q === 'boom') throw new MockProblem('internal', 'This search fails on purpose.')
    const text = query.q?.trim().toLowerCase()
    const key = { updated_at: 'updatedAt', created_at: 'createdAt', name: 'name' } as const
    const found = db.pipelines.pipelines
      .filter(
        (one) =>
          one.owner === actor.id &&
          isMadeBy(one, query.created_by) &&
          (!text || `${one.name} ${one.description}`.toLowerCase().includes(text)),
      )
      .sort(
        (a, b) =>
          (query.sort_dir === 'asc' ? 1 : -1) * a[key[query.sort_by]].localeCompare(b[key[query.sort_by]]),
      )
    const page = pageOf(found, query)
    return { status: 200, body: { ...page, results: page.results.map((one) => presentPipeline(db, one)) } }
  },
  createPipeline: ({ db, actor, json }) => ({
    status: 201,
    body: presentPipeline(db, add(db, actor, write(db, actor, json))),
  }),
  listPipelineTemplates: ({ db, actor }) => ({
    status: 200,
    body: { templates: TEMPLATES.map((one) => ({ ...one, ...checkSteps(db, actor.id, one.steps) })) },
  }),
  checkPipeline({ db, actor, json }) {
    // What is sealed in a step counts, though the page cannot send it.
    const kept = json.pipeline_id === undefined ? [] : mine(db, actor, json.pipeline_id).steps
    const sealed = new Map(kept.map((one) => [one.id, one.sealed] as const))
    const steps = json.steps.map((one) => ({
      ...one,
      options: { ...sealed.get(one.id ?? ''), ...one.options },
    }))
    return { status: 200, body: checkSteps(db, actor.id, steps) }
  },
  importPipeline({ db, actor, json }) {
    const read = readDocument(json.document)
    return { status: 200, body: { ...read, ...checkSteps(db, actor.id, read.steps) } }
  },
  getPipeline: ({ db, actor, params }) => ({
    status: 200,
    body: presentPipeline(db, mine(db, actor, params.pipeline_id)),
  }),
  updatePipeline({ db, actor, params, json }) {
    const stored = mine(db, actor, params.pipeline_id)
    Object.assign(stored, write(db, actor, json, stored.steps))
    return { status: 200, body: presentPipeline(db, stored) }
  },
  deletePipeline({ db, actor, params }) {
    const { id } = mine(db, actor, params.pipeline_id)
    db.pipelines.pipelines = db.pipelines.pipelines.filter((one) => one.id !== id)
    for (const one of db.pipelines.runs) if (one.pipelineId === id) one.pipelineId = null
    return { status: 204 }
  },
  duplicatePipeline({ db, actor, params }) {
    const { name, description, steps } = mine(db, actor, params.pipeline_id)
    const copies = steps.map((one) => ({ ...structuredClone(one), id: crypto.randomUUID() }))
    const made = add(db, actor, { name: `${name} (copy)`, description, steps: copies, updatedAt: now() })
    return { status: 201, body: presentPipeline(db, made) }
  },
  exportPipeline({ db, actor, params }) {
    const { name, description, steps } = mine(db, actor, params.pipeline_id)
    return {
      status: 200,
      body: {
        format: 'filewright-pipeline',
        version: 1,
        name,
        description,
        steps: steps.map(({ operation, target_format, options, files, files_first, sealed }) => ({
          operation,
          target_format,
          options,
          files: files.map((id) => ({
            file_name: db.storage.files.find((one) => one.id === id)?.name ?? 'gone.pdf',
          })),
          files_first,
          left_out: Object.keys(sealed),
        })),
      },
    }
  },
  runPipeline: run,
  listPipelineRuns({ db, actor, query }) {
    const found = db.pipelines.runs
      .filter(
        (one) =>
          one.owner === actor.id &&
          !one.dryRun &&
          isMadeBy(one, query.created_by) &&
          (!query.pipeline_id || one.pipelineId === query.pipeline_id),
      )
      .sort((a, b) => (query.sort_dir === 'asc' ? 1 : -1) * a.createdAt.localeCompare(b.createdAt))
    const page = pageOf(found, query)
    return { status: 200, body: { ...page, results: page.results.map(presentRun) } }
  },
  getPipelineRun: ({ db, actor, params }) => ({
    status: 200,
    body: presentRun(myRun(db, actor, params.run_id)),
  }),
  listRunItems({ db, actor, params, query, request }) {
    const one = myRun(db, actor, params.run_id)
    const { origin } = new URL(request.url)
    const found = one.items.filter(({ conversion }) => !query.status || conversion.status === query.status)
    const page = pageOf(query.sort_dir === 'asc' ? found : found.toReversed(), query)
    return {
      status: 200,
      body: { ...page, results: page.results.map((item) => presentItem(one, item, origin)) },
    }
  },
  cancelPipelineRun({ db, actor, params }) {
    const one = myRun(db, actor, params.run_id)
    if (presentRun(one).pending === 0) throw new MockProblem('already_finished', 'The run has ended already.')
    cancelRun(one)
    return { status: 200, body: presentRun(one) }
  },
  getStepPreview({ db, actor, params }) {
    const known = db.pipelines.runs.some(
      ({ owner, items }) =>
        owner === actor.id && items.some(({ conversion }) => conversion.id === params.conversion_id),
    )
    if (!known) throw new MockProblem('not_found', 'There is no such image.')
    return {
      status: 200,
      bytes: stepImage(params.step),
      headers: { 'content-type': 'image/svg+xml', 'content-disposition': 'attachment; filename="step.svg"' },
    }
  },
}
