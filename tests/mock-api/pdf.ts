import type { z } from 'zod'
import { Destination, type FormFields, type pdfEndpoints, type SavePdfJson } from '../../contract/pdf.ts'
import { PdfEdits } from '../../contract/pdf-edits.ts'
import { presentWarnings } from '../../server/core/present-message.ts'
import { aField } from '../contract/a-field.ts'
import type { Db } from './db.ts'
import { type Actor, type AreaHandlers, MockProblem } from './handler.ts'
import { refuseByPolicy } from './shares.ts'
import { storedFile } from './stored-files.ts'
import { begin } from './submit.ts'
import { parseOptions, type Wanted, wantedByForm, wantedByJson } from './wanted.ts'

const EDIT = { family: 'document', operation: 'edit', credits: 1 } as const

/** Saving in the rate card, which the catalog does not list. */
export const SAVE_PDF = { ...EDIT, label: 'Save edited PDF' }

const rect = { x: 72, y: 600, width: 200, height: 20 }

/** Every PDF of the mock is the same form. */
const formOf = (filename: string): FormFields => ({
  filename,
  pages: 12,
  xfa: 'none',
  signed: false,
  fields: [
    aField('tenant.name', { rect, required: true, flags: ['required'], tooltip: 'Tenant, full name' }),
    aField('paid', { rect, type: 'checkbox', value: false }),
  ],
})

function pdfOnly({ filename, source }: Wanted) {
  if (source === 'pdf' || /\.pdf$/i.test(filename)) return
  throw new MockProblem('unsupported_source', `${filename} is not a PDF.`)
}

/** A part of a form that is JSON. */
function part<S extends z.ZodType>(schema: S, name: string, text: FormDataEntryValue | null): z.output<S> {
  const parsed = schema.safeParse(parseOptions(typeof text === 'string' ? text : '{}'))
  if (parsed.success) return parsed.data
  const errors = parsed.error.issues.map(({ path, message }) => ({
    path: [name, ...path].join('.'),
    message,
  }))
  throw new MockProblem('invalid_request', 'Nothing was saved.', { errors })
}

function save(
  db: Db,
  actor: Actor,
  wanted: Wanted,
  destination: Destination,
  edits: PdfEdits,
  filename?: string,
) {
  pdfOnly(wanted)
  if (destination.kind !== 'download' && !actor.user && !actor.business)
    throw new MockProblem('unauthenticated', 'Sign in to continue.')
  if (destination.kind === 'replace') storedFile(db, actor, destination.file_id)
  const named = { ...wanted, filename: filename ?? wanted.filename, options: { flatten: edits.flatten } }
  return begin(
    db,
    actor,
    named,
    { source: 'pdf', target: 'pdf', operation: EDIT },
    bringing(actor, destination),
  )
}

/** How the result is delivered. */
export function bringing(actor: Actor, destination: Destination): Parameters<typeof begin>[4] {
  if (destination.kind === 'download') return {}
  const { kind } = destination
  const delivery = {
    kind,
    state: 'waiting',
    file_id: kind === 'replace' ? destination.file_id : null,
    link_id: null,
    session_id: null,
    problem: null,
  } as const
  if (destination.kind !== 'share') return { delivery }
  refuseByPolicy(actor, { expiresAt: destination.expires_at, hasPassword: destination.password !== null })
  const linked = {
    owner: actor.id,
    generation: 0,
    name: destination.name ?? '',
    message: destination.message,
    password: destination.password,
    gate: destination.email_gate,
    preview: destination.allow_preview,
    notify: destination.notify,
    maxDownloads: destination.max_downloads,
    downloads: 0,
    views: 0,
    expiresAt: destination.expires_at,
    revokedAt: null,
    lastViewedAt: null,
    lastDownloadedAt: null,
  }
  return { delivery, linked }
}

const whole = { target_format: 'pdf' }
const fromJson = (
  db: Db,
  actor: Actor,
  named: Pick<z.output<typeof SavePdfJson>, 's3_key' | 's3_keys' | 'file_id' | 'conversion_id'>,
) => wantedByJson(db, actor, { ...whole, ...named }, 'document')

function fromForm(db: Db, actor: Actor, form: FormData) {
  form.set('target_format', 'pdf')
  return wantedByForm(db, actor, form, 'document')
}

export const pdfHandlers: AreaHandlers<keyof typeof pdfEndpoints> = {
  listFormFields({ db, actor, json, form }) {
    const wanted = json ? fromJson(db, actor, json) : fromForm(db, actor, form)
    pdfOnly(wanted)
    return { status: 200, body: formOf(wanted.filename) }
  },
  checkPdfSave({ db, actor, json, form }) {
    const edits = json ? json.edits : part(PdfEdits, 'edits', form.get('edits'))
    const wanted = json ? fromJson(db, actor, json) : fromForm(db, actor, form)
    pdfOnly(wanted)
    // As if each of them were a scan.
    const picture_pages = [...new Set(edits.redact.areas.map(({ page }) => page))].sort((a, b) => a - b)
    return {
      status: 200,
      body: { pages: 12, size_bytes: wanted.bytes, picture_pages, ...presentWarnings([]) },
    }
  },
  savePdf({ db, actor, json, form }) {
    if (json) {
      const { s3_key, s3_keys, file_id, conversion_id } = json
      const named = { s3_key, s3_keys, file_id, conversion_id }
      return save(db, actor, fromJson(db, actor, named), json.destination, json.edits, json.filename)
    }
    const edits = part(PdfEdits, 'edits', form.get('edits'))
    const destination = part(Destination, 'destination', form.get('destination') ?? '{"kind":"download"}')
    const filename = form.get('filename')
    const wanted = fromForm(db, actor, form)
    return save(db, actor, wanted, destination, edits, typeof filename === 'string' ? filename : undefined)
  },
}
