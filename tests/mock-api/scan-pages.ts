import { imageSize } from 'image-size'
import type { z } from 'zod'
import {
  SCAN_LIMITS,
  ScanPageSettings,
  type StoredPageJson,
  type UpdateScanPageJson,
} from '../../contract/scan.ts'
import type { Db } from './db.ts'
import { type Actor, type Extras, MockProblem } from './handler.ts'
import { now } from './identity.ts'
import { storedFile } from './stored-files.ts'
import {
  livePages,
  pageOfScan,
  presentPage,
  type StoredPage,
  type StoredScan,
  touch,
} from './stored-scans.ts'

type Side = 'desk' | 'phone'
type Bytes = Uint8Array<ArrayBuffer>

interface PageInput {
  id: string
  kind: 'preview' | 'page'
  settings: ScanPageSettings | null
  replace: boolean
  phoneId: string | null
  name: string
  bytes: Bytes
}

const refuse = (path: string, message: string): never => {
  throw new MockProblem('invalid_request', 'Something in the request is not right. See errors.', {
    errors: [{ path, message }],
  })
}

const text = (form: FormData, name: string): string | null => {
  const value = form.get(name)
  return typeof value === 'string' && value !== '' ? value : null
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

function settingsOf(given: string | null): ScanPageSettings | null {
  if (given === null) return null
  try {
    const parsed = ScanPageSettings.safeParse(JSON.parse(given))
    return parsed.success ? parsed.data : refuse('settings', 'These are no settings of a page.')
  } catch (error) {
    if (error instanceof MockProblem) throw error
    return refuse('settings', 'Not valid JSON.')
  }
}

/** A page as a form brings it. */
export async function pageFromForm(form: FormData, phoneId: string | null = null): Promise<PageInput> {
  const id = text(form, 'page_id') ?? ''
  if (!UUID.test(id)) refuse('page_id', 'An id made by the device.')
  const file = form.get('file')
  if (!(file instanceof File)) throw new MockProblem('file_missing', 'No file was sent.')
  const kind = text(form, 'kind') === 'preview' ? 'preview' : 'page'
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes.length === 0) throw new MockProblem('file_empty', 'The file has no bytes in it.')
  if (bytes.length > (kind === 'preview' ? SCAN_LIMITS.previewBytes : SCAN_LIMITS.photoBytes))
    throw new MockProblem('file_too_large', 'A photo may have up to 25 MB.')
  const digest = text(form, 'sha256')
  if (digest !== null && digest !== (await sha256(bytes)))
    throw new MockProblem('upload_incomplete', 'The photo did not arrive whole.')
  const replace = text(form, 'replace') === 'true'
  return { id, kind, settings: settingsOf(text(form, 'settings')), replace, phoneId, name: file.name, bytes }
}

async function sha256(bytes: Bytes): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A stored image as a page. A seeded one has no bytes: it is a grey sheet. */
export function pageFromStorage(db: Db, actor: Actor, json: z.output<typeof StoredPageJson>): PageInput {
  const { name, content } = storedFile(db, actor, json.file_id)
  const bytes = content ?? (/\.(jpe?g|png|webp|heic)$/i.test(name) ? grey() : new Uint8Array([0]))
  const settings = json.settings ?? null
  return { id: json.page_id, kind: 'page', settings, replace: false, phoneId: null, name, bytes }
}

/** The smallest PNG there is: one grey pixel. */
const grey = (): Bytes =>
  Uint8Array.from(
    atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='),
    (letter) => letter.charCodeAt(0),
  )

const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  heic: 'image/heic',
}

/** What the bytes are and how large the upright photo is. */
function measure({ bytes, name }: PageInput) {
  if (name.includes('malware')) throw new MockProblem('malicious_file', 'The file holds known malware.')
  try {
    const { type = '', width, height, orientation = 1 } = imageSize(bytes)
    const mime = TYPES[type]
    if (!mime) throw new MockProblem('unsupported_source', `${name} is no JPEG, PNG, WebP or HEIC.`)
    return { type: mime, size: orientation > 4 ? { width: height, height: width } : { width, height } }
  } catch (error) {
    if (error instanceof MockProblem) throw error
    throw new MockProblem('unsupported_source', `${name} is no JPEG, PNG, WebP or HEIC.`)
  }
}

const isSame = (one: Bytes | null, other: Bytes) =>
  one !== null && one.length === other.length && one.every((byte, at) => byte === other[at])

/** Takes a photo or its preview, once for each id: the same bytes again change nothing. */
export function takePage(session: StoredScan, given: PageInput, side: Side) {
  const { type, size } = measure(given)
  const known = session.pages.find(({ id }) => id === given.id)
  if (!known) {
    if (livePages(session).length >= SCAN_LIMITS.pages)
      throw new MockProblem('limit_reached', `A session may have ${SCAN_LIMITS.pages} pages.`)
    const page: StoredPage = {
      ...{ id: given.id, preview: null, photo: null, type, size: null, version: 1, photoVersion: 1 },
      isRetakeRequested: false,
      settings: given.settings ?? { quad: null, rotation: 0, filter: 'clean', layout: 'page' },
      ...{
        phoneId: given.phoneId,
        changedBy: given.phoneId,
        changedAt: now(),
        createdAt: now(),
        deletedAt: null,
      },
    }
    fill(page, given, type, size)
    session.pages.push(page)
    touch(session)
    return { status: 201 as const, body: presentPage(session, page, side) }
  }
  const before = given.kind === 'preview' ? known.preview : known.photo
  if (isSame(before, given.bytes) || (given.kind === 'preview' && known.photo && !given.replace))
    return { status: 200 as const, body: presentPage(session, known, side) }
  if (before && !given.replace)
    throw new MockProblem('scan_page_conflict', 'The page has another photo already.')
  if (before || (given.kind === 'page' && known.preview)) known.photoVersion += 1
  if (given.settings) known.settings = given.settings
  known.version += 1
  Object.assign(known, { changedBy: given.phoneId, changedAt: now() })
  fill(known, given, type, size)
  touch(session)
  return { status: 200 as const, body: presentPage(session, known, side) }
}

function fill(page: StoredPage, { kind, bytes }: PageInput, type: string, size: StoredPage['size']): void {
  page.type = type
  if (kind === 'preview') {
    page.preview = bytes
    return
  }
  page.photo = bytes
  page.size = size
  page.isRetakeRequested = false
}

export function changePage(
  session: StoredScan,
  page_id: string,
  json: z.output<typeof UpdateScanPageJson>,
  by: string | null,
  side: Side,
) {
  const page = pageOfScan(session, page_id)
  const isSame = JSON.stringify(json.settings) === JSON.stringify(page.settings)
  const isRetakeRequested = json.is_retake_requested ?? page.isRetakeRequested
  // The answer to the same change may have been lost on its way.
  if (isSame && isRetakeRequested === page.isRetakeRequested)
    return { status: 200 as const, body: presentPage(session, page, side) }
  if (!isSame && json.version !== page.version)
    throw new MockProblem('scan_page_changed', 'The page was changed in the meantime.')
  const { settings } = json
  const version = page.version + (isSame ? 0 : 1)
  Object.assign(page, { settings, version, isRetakeRequested, changedBy: by, changedAt: now() })
  touch(session)
  return { status: 200 as const, body: presentPage(session, page, side) }
}

export function removePage(session: StoredScan, page_id: string) {
  pageOfScan(session, page_id).deletedAt = now()
  touch(session)
  return { status: 204 as const }
}

/** Its place among the pages was kept. */
export function putBack(session: StoredScan, page_id: string, side: Side) {
  const page = session.pages.find(({ id }) => id === page_id)
  const age = page?.deletedAt ? Date.now() - Date.parse(page.deletedAt) : Number.POSITIVE_INFINITY
  if (!page || age > SCAN_LIMITS.undoSeconds * 1000) throw new MockProblem('not_found', 'The page is gone.')
  page.deletedAt = null
  touch(session)
  return { status: 200 as const, body: presentPage(session, page, side) }
}

/** Named pages first; the others follow as they came. */
export function orderPages(session: StoredScan, order: readonly string[] | undefined): void {
  if (!order) return
  const placeOf = ({ id }: StoredPage) => {
    const place = order.indexOf(id)
    return place < 0 ? order.length : place
  }
  session.pages.sort((a, b) => placeOf(a) - placeOf(b))
}

/** The mock resizes nothing: each variant is the photo, or the preview before it. */
export function imageOf(
  session: StoredScan,
  page_id: string,
  variant: string,
): { status: 200; bytes: Bytes } & Extras {
  const page = pageOfScan(session, page_id)
  const bytes = page.photo ?? (variant === 'original' ? null : page.preview)
  if (!bytes) throw new MockProblem('not_found', 'The photo has not arrived.')
  return {
    status: 200,
    bytes,
    headers: { 'content-type': page.type, 'content-disposition': 'attachment; filename="page"' },
  }
}
