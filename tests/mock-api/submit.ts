import type { z } from 'zod'
import type { Conversion } from '../../contract/conversion.ts'
import type { ConvertJson, OperationEntry } from '../../contract/convert.ts'
import type { Family } from '../../contract/families.ts'
import { sentence } from '../../server/engines/kernel/sentence.ts'
import type { Db, Plan, StoredConversion, StoredUpload } from './db.ts'
import { FORMATS, normalise, operationFor } from './formats.ts'
import { type Actor, MockProblem } from './handler.ts'
import { type Wanted, wantedByForm, wantedByJson } from './wanted.ts'

/**
 * What a file's name makes the mock do, so that every end can be seen by hand: `encrypted`,
 * `damaged`, `empty`, `slow` (minutes), `saving` (minutes, nearly done), `queued` (waits for
 * minutes), `nopercent` (stages only); `refused`, `huge` and `busy` at the door.
 */
const FAILURES: Record<string, Plan['fails']> = {
  encrypted: { code: 'source_encrypted', message: 'The document is password-protected.' },
  damaged: { code: 'source_damaged', message: 'The file ends in the middle.' },
  empty: { code: 'source_empty', message: 'There is nothing in the file.' },
}

/** What opens every `encrypted` file. */
export const PASSWORD = 'harbour'

export const creditsOf = (db: Db, actor: Pick<Actor, 'id' | 'user'> & Partial<Pick<Actor, 'business'>>) => {
  const mine = db.conversions.filter(({ owner }) => owner === actor.id).map(({ conversion }) => conversion)
  const held = mine
    .filter((one) => one.credits_charged === null)
    .reduce((sum, one) => sum + one.credits_quoted, 0)
  const charged = mine.reduce((sum, one) => sum + (one.credits_charged ?? 0), 0)
  const { user, business } = actor
  const later = db.billing.grants.filter(({ owner }) => owner === actor.id)
  const granted =
    (business?.granted ?? (user ? db.granted : db.anonymousGranted)) +
    later.reduce((sum, { credits }) => sum + credits, 0)
  return { remaining: granted - held - charged, held, granted, anonymous: !user && !business }
}

/** What would be done, or why not; shared by the dry run and the real one. */
export function plan(wanted: Wanted) {
  const chosen = choose(wanted)
  checkOptions(chosen.operation.options, wanted.options)
  return chosen
}

/** The operation, whatever its options are. */
export function choose(wanted: Wanted) {
  const name = wanted.filename.toLowerCase()
  if (wanted.bytes === 0) throw new MockProblem('file_empty', 'The file has no bytes in it.')
  if (name.includes('huge')) throw new MockProblem('file_too_large', 'Files may be up to 2 GB.')
  if (name.includes('busy')) throw new MockProblem('too_many_requests', 'Wait a moment and try again.')
  const source = normalise(wanted.source ?? name.slice(name.lastIndexOf('.') + 1), wanted.route)
  if (!source || name.includes('refused'))
    throw new MockProblem('unsupported_source', 'This kind of file cannot be converted here.')
  const target = normalise(wanted.target, wanted.route)
  const operation = target ? operationFor(source, target, wanted.operation) : undefined
  if (!target || !operation)
    throw new MockProblem(
      'unsupported_target',
      `${source.toUpperCase()} cannot become ${wanted.target} here.`,
      {
        allowed: FORMATS.find(({ format }) => format === source)?.outputs ?? [],
      },
    )
  if (wanted.names.length > operation.max_files)
    throw new MockProblem('invalid_request', `${operation.label} takes one file.`, {
      errors: [{ path: 'file', message: 'Takes one file.' }],
    })
  return { source, target, operation }
}

function start(db: Db, actor: Actor, wanted: Wanted) {
  return begin(db, actor, wanted, plan(wanted))
}

/** Takes on what has been judged already. */
export function begin(
  db: Db,
  actor: Actor,
  wanted: Wanted,
  {
    source,
    target,
    operation,
  }: { source: string; target: string; operation: Pick<OperationEntry, 'family' | 'operation' | 'credits'> },
  more: Pick<StoredConversion, 'linked'> & Partial<Pick<Conversion, 'delivery'>> = {},
) {
  const credits = creditsOf(db, actor)
  if (operation.credits > credits.remaining)
    throw new MockProblem(
      'insufficient_credits',
      `This costs ${operation.credits} credits, and ${credits.remaining} are left.`,
      { credits_required: operation.credits, credits_available: credits.remaining },
    )
  const createdBy = actor.user?.id ?? null
  const conversion = pending(wanted, source, target, operation, createdBy)
  const { linked, ...facts } = more
  Object.assign(conversion, facts)
  db.conversions.unshift({
    conversion,
    owner: actor.id,
    createdBy,
    plan: planFor(db, wanted.names, wanted.options.password),
    ...(linked && { linked }),
  })
  const id = conversion.conversion_id
  return {
    status: 202 as const,
    body: { conversion_id: id, id, status: 'pending' as const, state: 'pending' as const },
  }
}

function pending(
  wanted: Wanted,
  source: string,
  target: string,
  operation: Pick<OperationEntry, 'family' | 'operation' | 'credits'>,
  createdBy: string | null,
): Conversion {
  const id = crypto.randomUUID()
  return {
    conversion_id: id,
    id,
    status: 'pending',
    state: 'pending',
    family: operation.family,
    operation: operation.operation,
    source_format: source,
    target_format: target,
    filename: wanted.filename,
    size_bytes: wanted.bytes,
    file_count: wanted.names.length,
    s3_key: wanted.key ?? `originals/${id}`,
    options: wanted.options,
    progress: null,
    stage: null,
    stage_message: null,
    queue_position: null,
    error: null,
    download_url: null,
    output: null,
    credits_quoted: operation.credits,
    credits_charged: null,
    external_token: wanted.external_token,
    batch_id: wanted.batch_id,
    delivery: null,
    created_by: createdBy,
    created_at: new Date().toISOString(),
    started_at: null,
    completed_at: null,
    expires_at: null,
  }
}

const MINUTES = 180_000

function planFor(db: Db, names: readonly string[], password: unknown): Plan {
  const name = names.join(' ').toLowerCase()
  const saves = name.includes('saving')
  const startsAt = Date.now() + (name.includes('queued') ? MINUTES : saves ? -MINUTES : db.pace / 10)
  const failure = Object.entries(FAILURES).find(([word]) => name.includes(word))
  const opens = failure?.[0] === 'encrypted' && password === PASSWORD
  const fails = failure?.[1] && !opens ? { ...failure[1] } : null
  if (fails && failure?.[0] === 'encrypted' && password)
    fails.message = 'The password does not open the file.'
  // Of several files it is said which: by its number, as engines do.
  const number = names.findIndex((one) => one.toLowerCase().includes(failure?.[0] ?? '')) + 1
  if (fails && names.length > 1) fails.message = sentence`File ${number}: ${fails.message}`
  return {
    startsAt,
    endsAt:
      startsAt + (name.includes('slow') ? MINUTES : saves ? 1.1 * MINUTES : fails ? db.pace / 2 : db.pace),
    measured: !name.includes('nopercent'),
    stages: name.includes('nopercent')
      ? ['Reading', 'Laying out pages', 'Embedding fonts']
      : Array.from({ length: 12 }, (_, page) => `Rendering page ${page + 1} of 12`),
    fails,
  }
}

export function checkOptions(schema: Record<string, unknown>, options: Record<string, unknown>): void {
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

export const submitForm = (db: Db, actor: Actor, form: FormData, route: Family) => {
  const wanted = wantedByForm(db, actor, form, route)
  if (!form.get('file') && !wanted.key && !form.get('url'))
    throw new MockProblem('file_missing', 'No file was sent.')
  return start(db, actor, wanted)
}

export function submitJson(
  db: Db,
  actor: Actor,
  json: Partial<z.output<typeof ConvertJson>> & { target_format: string },
  route: Family,
) {
  if (!json.s3_key && !json.s3_keys && !json.file_id && !json.conversion_id && !json.url)
    throw new MockProblem('file_missing', 'Name the file by its s3_key, file_id, conversion_id or url.')
  return start(db, actor, wantedByJson(db, actor, json, route))
}

/** A file that was taken in without being converted. */
export function keep(db: Db, actor: Actor, file: { filename: string; bytes: number }, family?: Family) {
  if (file.bytes === 0) throw new MockProblem('file_empty', 'The file has no bytes in it.')
  const format = normalise(file.filename.slice(file.filename.lastIndexOf('.') + 1), family)
  const entry = FORMATS.find((one) => one.format === format)
  if (!format || !entry || (family && entry.family !== family))
    throw new MockProblem('unsupported_source', 'This kind of file cannot be converted here.')
  const upload: StoredUpload = { key: `uploads/${crypto.randomUUID()}`, owner: actor.id, format, ...file }
  db.uploads.push(upload)
  return {
    s3_key: upload.key,
    filename: file.filename,
    format,
    family: entry.family,
    size_bytes: file.bytes,
  }
}
