import type { z } from 'zod'
import type { Conversion } from '../../contract/conversion.ts'
import type { ConvertJson, OperationEntry } from '../../contract/convert.ts'
import type { Family } from '../../contract/families.ts'
import type { Db, Plan, StoredUpload } from './db.ts'
import { FORMATS, normalise, operationFor } from './formats.ts'
import { type Actor, MockProblem } from './handler.ts'

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

export interface Wanted {
  /** The original's key, when it is here already: it is kept, not copied. */
  key: string | null
  /** The family whose route was called. */
  route: Family
  operation: string
  /** Of all files that become one. */
  names: string[]
  filename: string
  bytes: number
  source: string | null
  target: string
  options: Record<string, unknown>
  external_token: string | null
  batch_id: string | null
}

/** What would be done, or why not; shared by the dry run and the real one. */
export function plan(wanted: Wanted) {
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
  checkOptions(operation.options, wanted.options)
  return { source, target, operation }
}

function start(db: Db, actor: Actor, wanted: Wanted) {
  const { source, target, operation } = plan(wanted)
  const credits = creditsOf(db, actor)
  if (operation.credits > credits.remaining)
    throw new MockProblem(
      'insufficient_credits',
      `This costs ${operation.credits} credits, and ${credits.remaining} are left.`,
      { credits_required: operation.credits, credits_available: credits.remaining },
    )
  const conversion = pending(wanted, source, target, operation)
  db.conversions.unshift({ conversion, owner: actor.id, plan: planFor(db, wanted.names) })
  const id = conversion.conversion_id
  return {
    status: 202 as const,
    body: { conversion_id: id, id, status: 'pending' as const, state: 'pending' as const },
  }
}

function pending(wanted: Wanted, source: string, target: string, operation: OperationEntry): Conversion {
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
    error: null,
    download_url: null,
    output: null,
    credits_quoted: operation.credits,
    credits_charged: null,
    external_token: wanted.external_token,
    batch_id: wanted.batch_id,
    created_at: new Date().toISOString(),
    started_at: null,
    completed_at: null,
    expires_at: null,
  }
}

function planFor(db: Db, names: readonly string[]): Plan {
  const startsAt = Date.now() + db.pace / 10
  const name = names.join(' ').toLowerCase()
  const failure = Object.entries(FAILURES).find(([word]) => name.includes(word))
  const fails = failure?.[1] ? { ...failure[1] } : null
  // Of several files it is said which: by its number, as engines do.
  const number = names.findIndex((one) => one.toLowerCase().includes(failure?.[0] ?? '')) + 1
  if (fails && names.length > 1) fails.message = `File ${number}: ${fails.message}`
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

const text = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Files and keys of files, in the order in which they stand in the form. */
const sourcesOf = (db: Db, actor: Actor, form: FormData): Source[] =>
  [...form].flatMap(([name, value]) => {
    if (name === 'file' && value instanceof File) return [asSource(value)]
    if (name === 's3_key' || name === 's3_keys')
      return String(value)
        .split(',')
        .map((key) => byKey(db, actor, key))
    return []
  })

/** What a form asks for. The mock fetches nothing: an address is taken for the file that its last part names. */
export function wantedByForm(db: Db, actor: Actor, form: FormData, route: Family): Wanted {
  const url = text(form, 'url')
  const sources = url ? [fetched(url)] : sourcesOf(db, actor, form)
  const [first] = sources
  const target = text(form, 'target_format')
  const said = text(form, 'source_format')
  if (!first && !said) throw new MockProblem('file_missing', 'No file was sent.')
  if (!target)
    throw new MockProblem('invalid_request', 'A target format is needed.', {
      errors: [{ path: 'target_format', message: 'Choose a format.' }],
    })
  return {
    key: first?.key ?? null,
    route,
    operation: text(form, 'operation') ?? 'convert',
    names: sources.map((source) => source.filename),
    filename: first?.filename ?? 'file',
    bytes: sources.reduce((sum, { bytes }) => sum + bytes, 0) || (first?.bytes ?? 1),
    source: said ?? first?.format ?? null,
    target,
    options: parseOptions(text(form, 'options') ?? '{}'),
    external_token: text(form, 'external_token'),
    batch_id: text(form, 'batch_id'),
  }
}

export function wantedByJson(
  db: Db,
  actor: Actor,
  json: Partial<z.output<typeof ConvertJson>> & { target_format: string },
  route: Family,
): Wanted {
  const key = json.s3_key ?? json.s3_keys?.[0] ?? (json.file_id && `outputs/${json.file_id}`)
  const source = key ? byKey(db, actor, key) : json.url ? fetched(json.url) : null
  if (!source && !json.source_format) throw new MockProblem('file_missing', 'Name a file.')
  return {
    key: key ?? null,
    route,
    operation: json.operation ?? 'convert',
    names: [source?.filename ?? 'file', ...(json.s3_keys ?? []).slice(1)],
    filename: json.filename ?? source?.filename ?? 'file',
    bytes: source?.bytes ?? 1,
    source: json.source_format ?? source?.format ?? null,
    target: json.target_format,
    options: json.options ?? {},
    external_token: json.external_token ?? null,
    batch_id: json.batch_id ?? null,
  }
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
  if (!json.s3_key && !json.s3_keys && !json.file_id && !json.url)
    throw new MockProblem('file_missing', 'Name the file by its s3_key, its file_id or its url.')
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

export const fileOf = (form: FormData) => {
  const file = form.get('file')
  if (!(file instanceof File)) throw new MockProblem('file_missing', 'No file was sent.')
  return { filename: file.name, bytes: file.size }
}

interface Source {
  key: string | null
  filename: string
  bytes: number
  format: string | null
}
const asSource = (file: File): Source => ({ key: null, filename: file.name, bytes: file.size, format: null })

/** Addresses of the machine itself and of private networks are refused, as the server does it. */
export function fetched(address: string): Source {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol) || /^(localhost|127\.|10\.|192\.168\.|\[)/.test(url.hostname))
    throw new MockProblem('url_refused', 'This is not an address of the public internet.')
  if (url.hostname.endsWith('.invalid'))
    throw new MockProblem('url_failed', 'The address could not be reached.')
  return {
    key: null,
    filename: decodeURIComponent(url.pathname.split('/').at(-1) || url.hostname),
    bytes: 48_000,
    format: null,
  }
}

export function parseOptions(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    throw new MockProblem('invalid_options', 'The options are not a JSON object.', {
      errors: [{ path: 'options', message: 'Not valid JSON.' }],
    })
  }
}

function byKey(db: Db, actor: Actor, key: string): Source {
  const upload = db.uploads.find((one) => one.owner === actor.id && one.key === key)
  if (upload) return upload
  for (const { conversion, owner } of db.conversions) {
    if (owner !== actor.id) continue
    const { s3_key, filename, size_bytes, source_format, output } = conversion
    if (s3_key === key) return { key, filename, bytes: size_bytes, format: source_format }
    if (output?.s3_key === key)
      return { key, filename: output.filename, bytes: output.size_bytes, format: output.format }
  }
  throw new MockProblem('not_found', 'The original is not kept any more. Send the file again.')
}
