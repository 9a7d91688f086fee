import type { Conversion } from '../../contract/conversion.ts'
import type { Family } from '../../contract/families.ts'
import { advance, type Db, type Plan } from './db.ts'
import { FORMATS, normalise, OPERATIONS, operationFor } from './formats.ts'
import { type Actor, type AreaHandlers, MockProblem } from './handler.ts'
import { owned } from './history.ts'
import { setStatus } from './outcome.ts'

/**
 * What a file's name makes the mock do, so that every end can be seen by hand:
 * `encrypted`, `damaged`, `empty`, `slow` (minutes), `nopercent` (stages only); `refused`, `huge` and `busy` at the door.
 */
const FAILURES: Record<string, Plan['fails']> = {
  encrypted: { code: 'source_encrypted', message: 'The document is protected by a password.' },
  damaged: { code: 'source_damaged', message: 'The file ends in the middle.' },
  empty: { code: 'source_empty', message: 'There is nothing in the file.' },
}

export const creditsOf = (db: Db, actor: Actor) => {
  const mine = db.conversions.filter(({ owner }) => owner === actor.id).map(({ conversion }) => conversion)
  const held = mine
    .filter((one) => one.credits_charged === null)
    .reduce((sum, one) => sum + one.credits_quoted, 0)
  const charged = mine.reduce((sum, one) => sum + (one.credits_charged ?? 0), 0)
  const granted = actor.user ? db.granted : db.anonymousGranted
  return { remaining: granted - held - charged, held, granted, anonymous: !actor.user }
}

interface Wanted {
  /** The original's key, when it is here already: it is kept, not copied. */
  key: string | null
  family: Family
  filename: string
  bytes: number
  source: string | null
  target: string
  options: Record<string, unknown>
  external_token: string | null
  batch_id: string | null
}

function start(db: Db, actor: Actor, wanted: Wanted) {
  const name = wanted.filename.toLowerCase()
  if (wanted.bytes === 0) throw new MockProblem('file_empty', 'The file has no bytes in it.')
  if (name.includes('huge')) throw new MockProblem('file_too_large', 'Files may be up to 2 GB.')
  if (name.includes('busy')) throw new MockProblem('too_many_requests', 'Wait a moment and try again.')
  const source = normalise(wanted.source ?? name.slice(name.lastIndexOf('.') + 1))
  if (!source || name.includes('refused'))
    throw new MockProblem('unsupported_source', 'This kind of file cannot be converted here.')
  const target = normalise(wanted.target)
  const operation = target ? operationFor(source, target) : undefined
  if (!target || !operation)
    throw new MockProblem(
      'unsupported_target',
      `${source.toUpperCase()} cannot become ${wanted.target} here.`,
      {
        allowed: FORMATS.find(({ format }) => format === source)?.outputs ?? [],
      },
    )
  checkOptions(operation.options, wanted.options)
  const credits = creditsOf(db, actor)
  if (operation.credits > credits.remaining)
    throw new MockProblem(
      'insufficient_credits',
      `This costs ${operation.credits} credits, and ${credits.remaining} are left.`,
      { credits_required: operation.credits, credits_available: credits.remaining },
    )
  const conversion = pending(wanted, source, target, operation.credits)
  db.conversions.unshift({ conversion, owner: actor.id, plan: planFor(db, name) })
  const id = conversion.conversion_id
  return {
    status: 202 as const,
    body: { conversion_id: id, id, status: 'pending' as const, state: 'pending' as const },
  }
}

function pending(wanted: Wanted, source: string, target: string, credits: number): Conversion {
  const id = crypto.randomUUID()
  return {
    conversion_id: id,
    id,
    status: 'pending',
    state: 'pending',
    family: wanted.family,
    operation: 'convert',
    source_format: source,
    target_format: target,
    filename: wanted.filename,
    size_bytes: wanted.bytes,
    s3_key: wanted.key ?? `originals/${id}`,
    options: wanted.options,
    progress: null,
    stage: null,
    error: null,
    download_url: null,
    output: null,
    credits_quoted: credits,
    credits_charged: null,
    external_token: wanted.external_token,
    batch_id: wanted.batch_id,
    created_at: new Date().toISOString(),
    started_at: null,
    completed_at: null,
    expires_at: null,
  }
}

function planFor(db: Db, name: string): Plan {
  const startsAt = Date.now() + db.pace / 10
  const fails = Object.entries(FAILURES).find(([word]) => name.includes(word))?.[1] ?? null
  return {
    startsAt,
    endsAt: startsAt + (name.includes('slow') ? 180_000 : fails ? db.pace / 2 : db.pace),
    measured: !name.includes('nopercent'),
    stages: name.includes('nopercent')
      ? ['Reading', 'Laying out pages', 'Embedding fonts']
      : Array.from({ length: 12 }, (_, page) => `Rendering page ${page + 1} of 12`),
    fails,
  }
}

function checkOptions(schema: Record<string, unknown>, options: Record<string, unknown>): void {
  const properties = (schema.properties ?? {}) as Record<string, { minimum?: number; maximum?: number }>
  const errors = Object.entries(options).flatMap(([name, value]) => {
    const rule = properties[name]
    const path = `options.${name}`
    if (!rule) return [{ path, message: 'There is no such option.' }]
    if (typeof value === 'number' && rule.maximum !== undefined && value > rule.maximum)
      return [{ path, message: `At most ${rule.maximum}.` }]
    if (typeof value === 'number' && rule.minimum !== undefined && value < rule.minimum)
      return [{ path, message: `At least ${rule.minimum}.` }]
    return []
  })
  if (errors.length > 0) throw new MockProblem('invalid_options', 'An option is out of bounds.', { errors })
}

function fromForm(db: Db, actor: Actor, form: FormData, family: Family) {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' && value !== '' ? value : null
  }
  const file = form.get('file')
  const key = text('s3_key')
  const source = file instanceof File ? null : key ? byKey(db, actor, key) : null
  if (!(file instanceof File) && !source) throw new MockProblem('file_missing', 'No file was sent.')
  const target = text('target_format')
  if (!target)
    throw new MockProblem('invalid_request', 'A target format is needed.', {
      errors: [{ path: 'target_format', message: 'Choose a format.' }],
    })
  return start(db, actor, {
    key: source ? key : null,
    family,
    filename: file instanceof File ? file.name : (source?.filename ?? 'file'),
    bytes: file instanceof File ? file.size : (source?.size_bytes ?? 0),
    source: text('source_format') ?? source?.source_format ?? null,
    target,
    options: parseOptions(text('options') ?? '{}'),
    external_token: text('external_token'),
    batch_id: text('batch_id'),
  })
}

function parseOptions(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new MockProblem('invalid_options', 'The options are not a JSON object.', {
      errors: [{ path: 'options', message: 'Not valid JSON.' }],
    })
  }
}

const byKey = (db: Db, actor: Actor, key: string): Conversion => {
  const found = db.conversions.find(
    ({ conversion, owner }) => owner === actor.id && conversion.s3_key === key,
  )
  if (!found) throw new MockProblem('not_found', 'The original is not kept any more. Send the file again.')
  return found.conversion
}

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

/** A family's routes speak of that family's conversions alone. */
function status(db: Db, actor: Actor, id: string, families: Family[]) {
  const { conversion } = owned(db, actor, id)
  if (!families.includes(conversion.family))
    throw new MockProblem('not_found', 'There is no such conversion here.')
  return { status: 200 as const, body: conversion }
}
const DOCUMENTS: Family[] = ['document']
const MEDIA: Family[] = ['image', 'video', 'audio', 'model']
const formats = (family: Family) => ({
  status: 200 as const,
  body: {
    formats: FORMATS.filter((format) => format.family === family),
    engines: { mock: { installed: true, version: '1.0.0', licence: 'Apache-2.0' } },
  },
})
const operations = (family: Family, pair: { from?: string | undefined; to?: string | undefined }) => {
  const [from, to] = [pair.from, pair.to].map((name) =>
    name === undefined ? undefined : (normalise(name) ?? 'none'),
  )
  return {
    status: 200 as const,
    body: {
      operations: OPERATIONS.filter(
        (entry) =>
          entry.family === family && (!from || entry.from.includes(from)) && (!to || entry.to.includes(to)),
      ),
    },
  }
}

export const convertHandlers: AreaHandlers<
  | 'listDocumentFormats'
  | 'listDocumentOperations'
  | 'convertDocument'
  | 'convertDocumentJson'
  | 'getPdfConversion'
  | 'downloadDocument'
  | 'getDocumentConversion'
  | 'waitForDocument'
  | 'getDocumentCredits'
  | 'listImageFormats'
  | 'listImageOperations'
  | 'convertImage'
  | 'getImageConversion'
  | 'getMediaConversion'
  | 'waitForMedia'
  | 'downloadMedia'
  | 'cancelConversion'
> = {
  listDocumentFormats: () => formats('document'),
  listImageFormats: () => formats('image'),
  listDocumentOperations: ({ query }) => operations('document', query),
  listImageOperations: ({ query }) => operations('image', query),
  convertDocument: ({ db, actor, form }) => fromForm(db, actor, form, 'document'),
  convertImage: ({ db, actor, form }) => fromForm(db, actor, form, 'image'),
  convertDocumentJson({ db, actor, json }) {
    const key = json.s3_key ?? `originals/${json.file_id}`
    const source = byKey(db, actor, key)
    return start(db, actor, {
      key,
      family: 'document',
      filename: json.filename ?? source.filename,
      bytes: source.size_bytes,
      source: json.source_format ?? source.source_format,
      target: json.target_format,
      options: json.options ?? {},
      external_token: json.external_token ?? null,
      batch_id: json.batch_id ?? null,
    })
  },
  getPdfConversion: ({ db, actor, params }) => status(db, actor, params.conversion_id, DOCUMENTS),
  getDocumentConversion: ({ db, actor, params }) => status(db, actor, params.conversion_id, DOCUMENTS),
  getImageConversion: ({ db, actor, params }) => status(db, actor, params.conversion_id, ['image']),
  getMediaConversion: ({ db, actor, params }) => status(db, actor, params.conversion_id, MEDIA),
  waitForDocument: ({ db, actor, params, query, request }) =>
    waitFor(db, actor, params.conversion_id, query.timeout, request.signal),
  waitForMedia: ({ db, actor, params, query, request }) =>
    waitFor(db, actor, params.conversion_id, query.timeout, request.signal),
  downloadDocument: ({ db, actor, params }) => download(db, actor, params.conversion_id),
  downloadMedia: ({ db, actor, params }) => download(db, actor, params.conversion_id),
  getDocumentCredits: ({ db, actor }) => ({ status: 200, body: creditsOf(db, actor) }),
  cancelConversion({ db, actor, params }) {
    const stored = owned(db, actor, params.conversion_id)
    if (!stored.plan) throw new MockProblem('already_finished', 'The conversion has finished already.')
    stored.plan = null
    setStatus(stored.conversion, 'failed')
    Object.assign(stored.conversion, {
      error: { code: 'cancelled', message: 'Stopped on request.' },
      stage: null,
      credits_charged: 0,
      completed_at: new Date().toISOString(),
    } satisfies Partial<Conversion>)
    return { status: 200, body: stored.conversion }
  },
}
