import type { z } from 'zod'
import type { Contract } from '../../contract/contract.ts'
import type { Conversion } from '../../contract/conversion.ts'
import type { ValidateJson, Validation } from '../../contract/convert.ts'
import type { Family } from '../../contract/families.ts'
import { presentMessage } from '../../server/core/present-message.ts'
import { presentBatch, rowsOf } from './batches.ts'
import { advance, type Db } from './db.ts'
import { FORMATS, normalise, OPERATIONS } from './formats.ts'
import { type Actor, type AreaHandlers, MockProblem, type MockRequest } from './handler.ts'
import { owned } from './history.ts'
import { setStatus } from './outcome.ts'
import { checkOptions, choose, creditsOf, keep, submitForm, submitJson } from './submit.ts'
import { fetched, type Wanted, wantedByForm, wantedByJson } from './wanted.ts'

async function waitFor(db: Db, actor: Actor, id: string, seconds: number, signal: AbortSignal) {
  const until = Date.now() + seconds * 1000
  for (;;) {
    advance(db)
    const { conversion, plan } = owned(db, actor, id)
    const left = until - Date.now()
    if (!plan || left <= 0 || signal.aborted) return { status: 200 as const, body: conversion }
    await new Promise((resolve) => setTimeout(resolve, Math.max(1, Math.min(left, plan.endsAt - Date.now()))))
  }
}

function download(db: Db, actor: Actor, id: string) {
  const { conversion } = owned(db, actor, id)
  if (conversion.status !== 'completed' || !conversion.output)
    throw new MockProblem('not_finished', 'The conversion has not finished.')
  if (!conversion.download_url) throw new MockProblem('expired', 'The file has expired.')
  const name = encodeURIComponent(conversion.output.filename)
  return {
    status: 200 as const,
    bytes: `A mock's idea of ${conversion.output.filename}\n`,
    headers: { 'content-disposition': `attachment; filename*=UTF-8''${name}` },
  }
}

/** The families' routes, each speaking of its own. */
const ROUTES: Record<string, readonly Family[]> = { video: ['video', 'audio'] }
const familiesOf = (route: Family) => ROUTES[route] ?? [route]

export const status =
  (families: readonly Family[]) =>
  ({
    db,
    actor,
    params,
  }: Pick<MockRequest<Contract['getDocumentConversion']>, 'db' | 'actor' | 'params'>) => {
    const { conversion } = owned(db, actor, params.conversion_id)
    if (!families.includes(conversion.family))
      throw new MockProblem('not_found', 'There is no such conversion here.')
    return { status: 200 as const, body: conversion }
  }

export const downloadOf = ({
  db,
  actor,
  params,
}: {
  db: Db
  actor: Actor
  params: { conversion_id: string }
}) => download(db, actor, params.conversion_id)

export const formats = (route: Family) => () => ({
  status: 200 as const,
  body: {
    formats: FORMATS.filter((format) => familiesOf(route).includes(format.family)),
    engines: {
      mock: {
        installed: true,
        version: '1.0.0',
        licence: 'Apache-2.0',
        adds: 'everything that a page needs',
        inputs: [],
        outputs: [],
        conversions: {},
      },
    },
  },
})

export const operations =
  (route: Family) =>
  ({ query }: { query: { from?: string | undefined; to?: string | undefined } }) => {
    const [from, to] = [query.from, query.to].map((name) =>
      name === undefined ? undefined : (normalise(name, route) ?? 'none'),
    )
    return {
      status: 200 as const,
      body: {
        operations: OPERATIONS.filter(
          (entry) =>
            familiesOf(route).includes(entry.family) &&
            (!from || entry.from.includes(from)) &&
            (!to || entry.to.includes(to)),
        ),
      },
    }
  }

type Sent = MockRequest<Contract['convertDocument']>
export const convert =
  (route: Family) =>
  ({ db, actor, form, json }: Pick<Sent, 'db' | 'actor' | 'form' | 'json'>) =>
    json ? submitJson(db, actor, json, route) : submitForm(db, actor, form, route)

export const validate =
  (route: Family) =>
  ({
    db,
    actor,
    form,
    json,
  }: {
    db: Db
    actor: Actor
    form: FormData
    json: z.output<typeof ValidateJson> | undefined
  }) => ({
    status: 200 as const,
    body: dryRun(() => (json ? wantedByJson(db, actor, json, route) : wantedByForm(db, actor, form, route))),
  })

function dryRun(wish: () => Wanted): Validation {
  let choice: ReturnType<typeof choose> | undefined
  let problem: Validation['problem'] = null
  try {
    const wanted = wish()
    choice = choose(wanted)
    checkOptions(choice.operation.options, wanted.options)
  } catch (error) {
    if (!(error instanceof MockProblem)) throw error
    problem = { code: error.code, detail: error.message, errors: error.extra.errors ?? [] }
  }
  const losses = choice?.source === 'md' && choice.target === 'txt' ? ['Images and styles are not kept.'] : []
  return {
    valid: problem === null,
    engine: choice?.operation.engine ?? null,
    losses,
    credits: choice?.operation.credits ?? null,
    operation: choice?.operation.operation ?? 'convert',
    source_format: choice?.source ?? null,
    target_format: choice?.target ?? null,
    problem,
  }
}

const DOCUMENTS: Family[] = ['document']
const DOCS_CORE: Family[] = ['document', 'font']
const MEDIA: Family[] = ['image', 'video', 'audio', 'model']
const credits = ({ db, actor }: { db: Db; actor: Actor }) => ({
  status: 200 as const,
  body: creditsOf(db, actor),
})

async function waitForBatch(db: Db, actor: Actor, id: string, seconds: number, signal: AbortSignal) {
  const until = Date.now() + seconds * 1000
  for (;;) {
    advance(db)
    const running = rowsOf(db, actor, id)?.find(({ plan: going }) => going)
    if (!running || Date.now() >= until || signal.aborted)
      return { status: 200 as const, body: presentBatch(db, actor, id) }
    await waitFor(db, actor, running.conversion.id, (until - Date.now()) / 1000, signal)
  }
}

type Names = keyof typeof import('../../contract/convert-endpoints.ts').convertEndpoints

export const convertHandlers: AreaHandlers<Names> = {
  listDocumentFormats: formats('document'),
  listImageFormats: formats('image'),
  listVideoFormats: formats('video'),
  listModelFormats: formats('model'),
  listDocumentOperations: operations('document'),
  listImageOperations: operations('image'),
  listVideoOperations: operations('video'),
  listModelOperations: operations('model'),
  convertDocument: convert('document'),
  convertDocumentJson: convert('document'),
  convertImage: convert('image'),
  convertVideo: convert('video'),
  convertModel: convert('model'),
  validateDocument: validate('document'),
  validateImage: validate('image'),
  validateVideo: validate('video'),
  validateModel: validate('model'),
  getPdfConversion: status(DOCUMENTS),
  getDocumentConversion: status(DOCS_CORE),
  getImageConversion: status(['image']),
  getModelConversion: status(['model']),
  getMediaConversion: status(MEDIA),
  waitForDocument: ({ db, actor, params, query, request }) =>
    waitFor(db, actor, params.conversion_id, query.timeout, request.signal),
  waitForMedia: ({ db, actor, params, query, request }) =>
    rowsOf(db, actor, params.conversion_id)
      ? waitForBatch(db, actor, params.conversion_id, query.timeout, request.signal)
      : waitFor(db, actor, params.conversion_id, query.timeout, request.signal),
  downloadDocument: downloadOf,
  downloadMedia: downloadOf,
  getDocumentCredits: credits,
  getMediaCredits: credits,
  getCatalog: () => ({ status: 200, body: { formats: FORMATS, operations: OPERATIONS } }),
  importFile({ db, actor, json }) {
    const { filename, bytes } = fetched(json.url)
    return { status: 201, body: keep(db, actor, { filename: json.filename ?? filename, bytes }) }
  },
  downloadOriginal({ db, actor, params }) {
    const { conversion } = owned(db, actor, params.conversion_id)
    if (!conversion.s3_key) throw new MockProblem('expired', 'The original has expired.')
    const name = encodeURIComponent(conversion.filename)
    return {
      status: 200,
      bytes: `A mock's idea of ${conversion.filename}\n`,
      headers: { 'content-disposition': `attachment; filename*=UTF-8''${name}` },
    }
  },
  getThumbnail({ db, actor, params }) {
    const { conversion } = owned(db, actor, params.conversion_id)
    if (conversion.family === 'document') throw new MockProblem('not_found', 'There is no small image of it.')
    const thumbnail = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 8V4l3-2 2 2 3-3v7z" fill="#777"/></svg>`
    return {
      status: 200,
      bytes: thumbnail,
      headers: { 'content-type': 'image/svg+xml', 'content-disposition': 'attachment; filename="small.svg"' },
    }
  },
  cancelConversion({ db, actor, params }) {
    const stored = owned(db, actor, params.conversion_id)
    if (!stored.plan) throw new MockProblem('already_finished', 'The conversion has finished already.')
    stored.plan = null
    setStatus(stored.conversion, 'failed')
    Object.assign(stored.conversion, {
      error: { code: 'cancelled', ...presentMessage('Stopped on request.') },
      stage: null,
      stage_message: null,
      credits_charged: 0,
      completed_at: new Date().toISOString(),
    } satisfies Partial<Conversion>)
    return { status: 200, body: stored.conversion }
  },
}
