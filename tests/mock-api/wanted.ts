import type { z } from 'zod'
import type { ConvertJson } from '../../contract/convert.ts'
import type { Family } from '../../contract/families.ts'
import { cleanFileName } from '../../contract/file-name.ts'
import type { Db } from './db.ts'
import { type Actor, MockProblem } from './handler.ts'
import { storedFile } from './stored-files.ts'

// What a call asks for, from its form or its JSON, before anybody judges it.

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

interface Source {
  key: string | null
  filename: string
  bytes: number
  format: string | null
}

const text = (form: FormData, name: string) => {
  const value = form.get(name)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Files and keys of files, in the order in which they stand in the form. */
const sourcesOf = (db: Db, actor: Actor, form: FormData): Source[] =>
  [...form].flatMap(([name, value]) => {
    if (name === 'file' && value instanceof File) return [asSource(value)]
    if (name === 's3_keys')
      return String(value)
        .split(',')
        .map((key) => byKey(db, actor, key))
    const named = byReference(db, actor, { [name]: String(value) })
    return named ? [named] : []
  })

/**
 * What a form asks for. The mock fetches nothing: an address is taken for the file that its last
 * part names.
 */
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
  const [first] = json.s3_keys ?? []
  const source =
    byReference(db, actor, json) ?? (first ? byKey(db, actor, first) : json.url ? fetched(json.url) : null)
  if (!source && !json.source_format) throw new MockProblem('file_missing', 'Name a file.')
  return {
    key: source?.key ?? null,
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

export const fileOf = (form: FormData) => {
  const file = form.get('file')
  if (!(file instanceof File)) throw new MockProblem('file_missing', 'No file was sent.')
  return { filename: cleanFileName(file.name), bytes: file.size }
}

const asSource = (file: File): Source => ({
  key: null,
  filename: cleanFileName(file.name),
  bytes: file.size,
  format: null,
})

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

/** A file that a request names by one of its fields; null where it names none. */
export function byReference(
  db: Db,
  actor: Actor,
  {
    s3_key,
    file_id,
    conversion_id,
  }: { s3_key?: string | undefined; file_id?: string | undefined; conversion_id?: string | undefined },
): Source | null {
  if (file_id) {
    const { key, name: filename, bytes } = storedFile(db, actor, file_id)
    return { key, filename, bytes, format: null }
  }
  if (conversion_id) {
    const made = db.conversions.find(
      ({ owner, conversion }) => owner === actor.id && conversion.id === conversion_id,
    )
    const key = made?.conversion.output?.s3_key
    if (!key) throw new MockProblem('not_found', 'The conversion has no file.')
    return byKey(db, actor, key)
  }
  return s3_key ? byKey(db, actor, s3_key) : null
}

export function byKey(db: Db, actor: Actor, key: string): Source {
  const upload = db.uploads.find((one) => one.owner === actor.id && one.key === key)
  if (upload) return upload
  const kept = db.storage.files.find((one) => one.owner === actor.id && one.key === key && !one.deletedAt)
  if (kept) return { key, filename: kept.name, bytes: kept.bytes, format: null }
  for (const { conversion, owner } of db.conversions) {
    if (owner !== actor.id) continue
    const { s3_key, filename, size_bytes, source_format, output } = conversion
    if (s3_key === key) return { key, filename, bytes: size_bytes, format: source_format }
    if (output?.s3_key === key)
      return { key, filename: output.filename, bytes: output.size_bytes, format: output.format }
  }
  throw new MockProblem('not_found', 'The original is not kept any more. Send the file again.')
}
