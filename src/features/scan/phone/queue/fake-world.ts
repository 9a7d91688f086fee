import { ApiError } from '../../../../api/errors.ts'
import type { ScanPage, ScanPageSettings, ScanSession } from '../../../../api/public-scan.ts'
import type { QueueWorld } from './perform-step.ts'
import type { QueueStore } from './queue-store.ts'
import type { NewPage, QueuedPage } from './queued-page.ts'
import type { Part } from './send-part.ts'

/**
 * Fakes for tests of the queue: a database that survives a killed tab, and a server that survives a
 * network failure.
 */
export const PLAIN: ScanPageSettings = { quad: null, rotation: 0, filter: 'clean', layout: 'page' }

/** Yields to other tasks, like a request. */
export const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

export const newPage = (number: number, more: Partial<NewPage> = {}): NewPage => ({
  page_id: `page-${String(number).padStart(2, '0')}`,
  token: 'token',
  photo: new Blob([`photo ${number}`]),
  preview: new Blob([`preview ${number}`]),
  sha256: `hash ${number}`,
  ...{ width: 3000, height: 4000, settings: PLAIN, replace: false },
  ...more,
})

/** An in-memory database; `owner` is the tab that has the lease. */
export function fakeDatabase() {
  const rows = new Map<string, QueuedPage>()
  let owner: string | null = null
  const openFor = (tab: string): QueueStore => ({
    readAll: async () => [...rows.values()].sort((a, b) => a.taken_at - b.taken_at),
    write: async (page) => void rows.set(page.page_id, page),
    remove: async (page_id) => void rows.delete(page_id),
    isVolatile: () => false,
    lease: {
      hold: async () => {
        owner ??= tab
        return owner === tab
      },
      release: async () => {
        if (owner === tab) owner = null
      },
    },
  })
  /** A killed tab: its lease expires. */
  const kill = () => {
    owner = null
  }
  return { rows, openFor, kill }
}

interface Kept {
  sha256: string | null
  settings: ScanPageSettings
  version: number
  photos: number
}

/** The server by the contract, as far as the queue needs it. */
export function fakeServer() {
  const pages = new Map<string, Kept>()
  const deleted = new Map<string, Kept>()
  const requests: string[] = []
  const server = {
    pages,
    requests,
    /** Called before and after each request is processed: throws where the network fails. */
    before: (_request: string) => {},
    after: (_request: string) => {},
    take: (part: Part): ScanPage => {
      const { page_id, kind, sha256, settings, replace } = part
      const kept = pages.get(page_id)
      if (kind === 'page' && kept?.sha256 && kept.sha256 !== sha256 && !replace)
        throw new ApiError('scan_page_conflict', 409)
      const isNew = kind === 'page' && kept?.sha256 !== sha256
      const next: Kept = {
        sha256: kind === 'page' ? sha256 : (kept?.sha256 ?? null),
        settings: settings ?? kept?.settings ?? PLAIN,
        version: (kept?.version ?? 0) + 1,
        photos: (kept?.photos ?? 0) + (isNew ? 1 : 0),
      }
      pages.set(page_id, next)
      return pageOf(page_id, next)
    },
    session: (): ScanSession => sessionOf([...pages].map(([id, kept]) => pageOf(id, kept))),
  }
  const serve = async <T>(request: string, answer: () => T): Promise<T> => {
    requests.push(request)
    await turn()
    server.before(request)
    const answered = answer()
    server.after(request)
    return answered
  }
  const world: Omit<QueueWorld, 'store' | 'rest'> = {
    phoneId: () => 'phone',
    send: (part, onProgress, signal) =>
      serve(`${part.kind} ${part.page_id}`, () => {
        signal.throwIfAborted()
        onProgress(0.5)
        return server.take(part)
      }),
    change: (_token, page_id, { settings, version }) =>
      serve(`settings ${page_id}`, () => {
        const kept = pages.get(page_id)
        if (!kept) throw new ApiError('not_found', 404)
        if (kept.version !== version) throw new ApiError('scan_page_changed', 412)
        const next = { ...kept, settings, version: version + 1 }
        pages.set(page_id, next)
        return pageOf(page_id, next)
      }),
    remove: (_token, page_id) =>
      serve(`delete ${page_id}`, () => {
        const kept = pages.get(page_id)
        if (!kept) throw new ApiError('not_found', 404)
        deleted.set(page_id, kept)
        pages.delete(page_id)
      }),
    restore: (_token, page_id) =>
      serve(`restore ${page_id}`, () => {
        const kept = deleted.get(page_id)
        if (!kept) throw new ApiError('not_found', 404)
        pages.set(page_id, kept)
        deleted.delete(page_id)
      }),
    tell: () => {},
    onOverruled: () => {},
  }
  return { server, world }
}

const AT = '2026-11-28T10:00:00Z'
const pageOf = (page_id: string, { sha256, settings, version }: Kept): ScanPage => ({
  page_id,
  position: 1,
  state: sha256 ? 'ready' : 'receiving',
  ...{
    width: null,
    height: null,
    size_bytes: null,
    settings,
    version,
    photo_version: 1,
    is_retake_requested: false,
  },
  ...{ phone_id: null, changed_by: null, changed_at: AT, created_at: AT, image_url: '' },
})
const sessionOf = (pages: ScanPage[]): ScanSession => ({
  session_id: '018f2d6e-0000-7000-8000-000000000001',
  title: '',
  status: 'paired',
  revision: 1,
  desk_name: 'Maren',
  phones: [],
  pages,
  conversion_id: null,
  created_by: null,
  ...{ created_at: AT, expires_at: AT, ended_at: null },
})
