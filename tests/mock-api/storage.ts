import { zipSync } from 'fflate'
import type { z } from 'zod'
import type { Contract } from '../../contract/contract.ts'
import { cleanFileName } from '../../contract/file-name.ts'
import { type storageEndpoints, UserFileForm, type UserFilesQuery } from '../../contract/storage.ts'
import { isMadeBy } from './creator.ts'
import type { Db } from './db.ts'
import { replaceContent } from './deliver.ts'
import { familyOf, formatOf } from './formats.ts'
import { type Actor, type AreaHandlers, MockProblem, type MockRequest } from './handler.ts'
import { pageOf } from './page.ts'
import { refuseQuarantined } from './stored-admin.ts'
import {
  KEPT_DAYS,
  keepFile,
  makeRoom,
  presentFile,
  record,
  type StoredSession,
  type StoredUserFile,
  storedFile,
  usageOf,
} from './stored-files.ts'
import { openLinks } from './stored-shares.ts'
import { byKey } from './wanted.ts'

type Handlers = AreaHandlers<keyof typeof storageEndpoints>
type Query = z.output<typeof UserFilesQuery>

const originOf = (request: Request) => new URL(request.url).origin

function found(db: Db, actor: Actor, query: Query): StoredUserFile[] {
  if (query.q === 'boom') throw new MockProblem('internal', 'This search fails on purpose.')
  const text = query.q?.toLowerCase()
  return db.storage.files.filter(
    (one) =>
      one.owner === actor.id &&
      (one.deletedAt !== null) === Boolean(query.deleted) &&
      isMadeBy(one, query.created_by) &&
      (!query.family || familyOf(one.name) === query.family) &&
      (!query.format || formatOf(one.name) === query.format) &&
      (!query.source || (one.conversionId ? 'conversion' : 'upload') === query.source) &&
      (query.shared === undefined || openLinks(db, one.id) > 0 === query.shared) &&
      (!text || one.name.toLowerCase().includes(text) || formatOf(one.name) === text),
  )
}

const order =
  ({ sort_by, sort_dir }: Query) =>
  (a: StoredUserFile, b: StoredUserFile): number => {
    const difference =
      sort_by === 'file_size_bytes'
        ? a.bytes - b.bytes
        : sort_by === 'file_name'
          ? a.name.localeCompare(b.name)
          : sort_by === 'updated_at'
            ? a.updatedAt.localeCompare(b.updatedAt)
            : a.createdAt.localeCompare(b.createdAt)
    return (sort_dir === 'asc' ? 1 : -1) * (difference || a.id.localeCompare(b.id))
  }

const list: Handlers['listUserFiles'] = ({ db, actor, query, request }) => {
  const page = pageOf(found(db, actor, query).sort(order(query)), query)
  const results = page.results.map((one) => presentFile(db, one, originOf(request)))
  return { status: 200, body: { ...page, results, storage: usageOf(db, actor.id) } }
}

type Sent<N extends 'uploadUserFile' | 'registerUserFile', K extends 'form' | 'json'> = Pick<
  MockRequest<Contract[N]>,
  'db' | 'actor' | 'request' | K
>

async function upload({ db, actor, form, request }: Sent<'uploadUserFile', 'form'>) {
  const file = form.get('file')
  if (!(file instanceof File)) throw new MockProblem('file_missing', 'No file was sent.')
  const content = new Uint8Array(await file.arrayBuffer())
  const tracked = UserFileForm.shape.storage_already_tracked.parse(
    form.get('storage_already_tracked') ?? undefined,
  )
  return presentFile(
    db,
    await keepFile(db, actor, { name: cleanFileName(file.name), tracked, content }),
    originOf(request),
  )
}

function register({ db, actor, json, request }: Sent<'registerUserFile', 'json'>) {
  const { s3_key: key, storage_already_tracked: tracked } = json
  const held = db.storage.files.find((one) => one.owner === actor.id && one.key === key && !one.deletedAt)
  const conversion = db.conversions.find(
    ({ conversion: { output }, owner }) => owner === actor.id && output?.s3_key === key,
  )?.conversion
  const { filename, bytes } = held ? { filename: held.name, bytes: held.bytes } : byKey(db, actor, key)
  makeRoom(db, actor, bytes, key)
  const name = json.file_name ?? filename
  const sha256 = held?.sha256 ?? conversion?.output?.sha256 ?? '0'.repeat(64)
  const conversionId = held?.conversionId ?? conversion?.conversion_id ?? null
  const content = held?.content ?? null
  const stored = record(db, actor, { name, key, bytes, tracked, sha256, conversionId, content })
  return presentFile(db, stored, originOf(request))
}

const contentOf = ({ content, name }: StoredUserFile): Uint8Array<ArrayBuffer> =>
  content ?? new TextEncoder().encode(`A mock's idea of ${name}\n`)

const attachment = (name: string) => `attachment; filename*=UTF-8''${encodeURIComponent(name)}`

/** Whole, or the part that a range asks for. */
function bytesOf(db: Db, one: StoredUserFile, request: Request) {
  refuseQuarantined(db, one.key)
  const bytes = contentOf(one)
  const headers = { 'content-disposition': attachment(one.name), 'accept-ranges': 'bytes' }
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.get('range') ?? '') ?? []
  if (first === undefined) return { status: 200 as const, bytes, headers }
  const from = Number(first)
  const to = Math.min(last ? Number(last) : bytes.length - 1, bytes.length - 1)
  const range = `bytes ${from}-${to}/${bytes.length}`
  return {
    status: 206 as const,
    bytes: bytes.slice(from, to + 1),
    headers: { ...headers, 'content-range': range },
  }
}

const several = (db: Db, actor: Actor, ids: readonly string[]) =>
  [...new Set(ids)].map((id) => storedFile(db, actor, id))

/** Two files of one name lie side by side in an archive: the second has a number. */
function archiveOf(files: readonly StoredUserFile[]): Uint8Array<ArrayBuffer> {
  const entries: Record<string, Uint8Array> = {}
  for (const one of files) {
    let name = one.name
    for (let copy = 2; name in entries; copy += 1) name = one.name.replace(/(\.[^.]*)?$/, ` (${copy})$1`)
    entries[name] = contentOf(one)
  }
  return new Uint8Array(zipSync(entries))
}

function sessionOf(db: Db, actor: Actor, id: string): StoredSession {
  const session = db.storage.sessions.find((one) => one.owner === actor.id && one.id === id)
  if (!session) throw new MockProblem('not_found', 'There is no such upload here. Begin again.')
  return session
}
const arrived = ({ pieces }: StoredSession) => pieces.reduce((sum, { length }) => sum + length, 0)

function presentSession(db: Db, session: StoredSession, request: Request) {
  const file = db.storage.files.find(({ id }) => id === session.fileId)
  return {
    upload_id: session.id,
    file_name: session.name,
    size_bytes: session.bytes,
    offset: arrived(session),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
    file: file ? presentFile(db, file, originOf(request)) : null,
  }
}

export const storageHandlers: Handlers = {
  listUserFiles: list,
  listFileRecords: list,
  uploadUserFile: async (request) => ({ status: 201, body: await upload(request) }),
  uploadFileRecord: async (request) => ({ status: 200, body: await upload(request) }),
  registerUserFile: (request) => ({ status: 201, body: register(request) }),
  registerFileRecord: (request) => ({ status: 200, body: register(request) }),
  makeDownloads({ db, actor, json, request }) {
    const expires_at = new Date(Date.now() + 900_000).toISOString()
    const downloads = several(db, actor, json.file_ids).map(({ id, name }) => {
      const ticket = crypto.randomUUID()
      db.storage.tickets.set(ticket, id)
      const url = `${originOf(request)}/api/v1/user/storage/download/${ticket}/`
      return { id, file_name: name, download_url: url, expires_at }
    })
    return { status: 200, body: { downloads } }
  },
  downloadFilesZip: ({ db, actor, json }) => ({
    status: 200,
    bytes: archiveOf(several(db, actor, json.file_ids)),
    headers: {
      'content-type': 'application/zip',
      'content-disposition': attachment(json.filename ?? 'Filewright.zip'),
    },
  }),
  deleteFiles({ db, actor, json }) {
    const before = usageOf(db, actor.id).used_bytes
    const now = new Date().toISOString()
    const files = db.storage.files.filter((one) => one.owner === actor.id && json.file_ids.includes(one.id))
    if (json.permanently) db.storage.files = db.storage.files.filter((one) => !files.includes(one))
    else for (const one of files) one.deletedAt ??= now
    const storage = usageOf(db, actor.id)
    return {
      status: 200,
      body: {
        file_ids: files.map(({ id }) => id),
        reclaimed_bytes: before - storage.used_bytes,
        purge_at: json.permanently ? null : new Date(Date.now() + KEPT_DAYS * 86_400_000).toISOString(),
        storage,
      },
    }
  },
  restoreFiles({ db, actor, json }) {
    const files = db.storage.files.filter(
      (one) => one.owner === actor.id && one.deletedAt && json.file_ids.includes(one.id),
    )
    for (const one of files) one.deletedAt = null
    return { status: 200, body: { file_ids: files.map(({ id }) => id), storage: usageOf(db, actor.id) } }
  },
  getUserFile: ({ db, actor, params, request }) => ({
    status: 200,
    body: presentFile(db, storedFile(db, actor, params.file_id), originOf(request)),
  }),
  renameUserFile({ db, actor, params, json, request }) {
    const file = storedFile(db, actor, params.file_id)
    file.name = json.file_name
    file.updatedAt = new Date().toISOString()
    return { status: 200, body: presentFile(db, file, originOf(request)) }
  },
  getUserFileContent: ({ db, actor, params, request }) =>
    bytesOf(db, storedFile(db, actor, params.file_id), request),
  listFileVersions({ db, actor, params, request }) {
    const file = storedFile(db, actor, params.file_id)
    const { download_url, format } = presentFile(db, file, originOf(request))
    const versions = (file.versions ?? []).map(({ id, bytes, sha256, createdAt, replacedAt }) => ({
      id,
      file_size_bytes: bytes,
      format,
      sha256,
      created_at: createdAt,
      replaced_at: replacedAt,
      download_url,
      thumbnail_url: null,
    }))
    return { status: 200, body: { versions } }
  },
  restoreFileVersion({ db, actor, params, request }) {
    const file = storedFile(db, actor, params.file_id)
    const version = file.versions?.find(({ id }) => id === params.version_id)
    if (!version) throw new MockProblem('not_found', 'Version not found.')
    replaceContent(file, version)
    file.versions = file.versions?.filter((one) => one !== version) ?? []
    return { status: 200, body: presentFile(db, file, originOf(request)) }
  },
  getUserFileThumbnail({ db, actor, params, request }) {
    const { thumbnail_url } = presentFile(db, storedFile(db, actor, params.file_id), originOf(request))
    if (!thumbnail_url) throw new MockProblem('not_found', 'There is no small image of it.')
    return {
      status: 200,
      bytes: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 6"><path fill="#8aa" d="M0 0h8v6H0z"/><path d="M0 6V4l3-2 2 2 3-3v5z" fill="#577"/></svg>`,
      headers: { 'content-type': 'image/svg+xml', 'content-disposition': 'attachment; filename="small.svg"' },
    }
  },
  downloadSigned({ db, params, request }) {
    const id = db.storage.tickets.get(params.ticket)
    const file = db.storage.files.find((one) => one.id === id && !one.deletedAt)
    if (!file) throw new MockProblem('not_found', 'No page or operation exists at this URL.')
    return bytesOf(db, file, request)
  },
  beginUpload({ db, actor, json, request }) {
    if (json.file_name.includes('huge')) throw new MockProblem('file_too_large', 'Files may be up to 2 GB.')
    makeRoom(db, actor, json.size_bytes)
    const session: StoredSession = {
      id: crypto.randomUUID(),
      owner: actor.id,
      name: json.file_name,
      bytes: json.size_bytes,
      tracked: json.storage_already_tracked,
      pieces: [],
      fileId: null,
    }
    db.storage.sessions.push(session)
    return { status: 201, body: presentSession(db, session, request) }
  },
  getUpload: ({ db, actor, params, request }) => ({
    status: 200,
    body: presentSession(db, sessionOf(db, actor, params.upload_id), request),
  }),
  async appendToUpload({ db, actor, params, query, request }) {
    const session = sessionOf(db, actor, params.upload_id)
    if (request.headers.get('content-type') !== 'application/octet-stream')
      throw new MockProblem('unsupported_media_type', 'Send the piece as application/octet-stream.')
    const offset = arrived(session)
    if (query.offset !== offset)
      throw new MockProblem('upload_offset_mismatch', `The next piece begins at ${offset}.`, { offset })
    const piece = new Uint8Array(await request.arrayBuffer())
    if (offset + piece.length > session.bytes)
      throw new MockProblem('file_too_large', 'More bytes came than were announced.')
    session.pieces.push(piece)
    if (arrived(session) === session.bytes && !session.fileId) {
      const content = new Uint8Array(await new Blob(session.pieces).arrayBuffer())
      session.fileId = (await keepFile(db, actor, { ...session, content })).id
    }
    return { status: 200, body: presentSession(db, session, request) }
  },
  cancelUpload({ db, actor, params }) {
    const session = sessionOf(db, actor, params.upload_id)
    db.storage.sessions = db.storage.sessions.filter((one) => one !== session)
    return { status: 204 }
  },
}
