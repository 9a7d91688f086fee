import { createStore, del, entries, set, update } from 'idb-keyval'
import type { QueuedPage } from './queued-page.ts'

/** Stores queued photos. A failed write is kept in memory: `isVolatile` is then true. */
export interface QueueStore {
  readAll: () => Promise<QueuedPage[]>
  write: (page: QueuedPage) => Promise<void>
  remove: (page_id: string) => Promise<void>
  /** Whether something is only in memory. */
  isVolatile: () => boolean
  lease: Lease
}

/**
 * Only one tab of this browser sends at a time. The server would deduplicate pages, but the traffic
 * would double.
 */
export interface Lease {
  /** Acquires or renews it; false while another tab has it. */
  hold: () => Promise<boolean>
  release: () => Promise<void>
}

type Held = { owner: string; until: number }

/** The lease of a closed or frozen tab expires after this time. */
export const LEASE_MS = 10_000

const isPage = (value: unknown): value is QueuedPage =>
  typeof value === 'object' && value !== null && 'page_id' in value && 'photo' in value

/**
 * The result of a database operation, or a fallback if it fails; without IndexedDB it throws
 * synchronously.
 */
async function attempt<T>(ask: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await ask()
  } catch {
    return otherwise
  }
}

/**
 * The browser's database, with memory as fallback: it may be full, disabled, or missing in a
 * private window.
 */
export function openQueueStore(owner: string): QueueStore {
  const pages = createStore('filewright-scan-queue', 'pages')
  const leases = createStore('filewright-scan-lease', 'lease')
  const memory = new Map<string, QueuedPage>()
  return {
    readAll: async () => {
      const kept = await attempt(() => entries<string, unknown>(pages), [])
      const all = new Map(
        kept.map(([, page]) => page).flatMap((page) => (isPage(page) ? [[page.page_id, page] as const] : [])),
      )
      for (const [id, page] of memory) all.set(id, page)
      return [...all.values()].sort((a, b) => a.taken_at - b.taken_at)
    },
    write: async (page) => {
      try {
        await set(page.page_id, page, pages)
        memory.delete(page.page_id)
      } catch {
        memory.set(page.page_id, page)
      }
    },
    remove: async (page_id) => {
      memory.delete(page_id)
      await attempt(() => del(page_id, pages), undefined)
    },
    isVolatile: () => memory.size > 0,
    lease: {
      hold: async () => {
        let isMine = true
        try {
          await update<Held>(
            'sender',
            (previous) => {
              const now = Date.now()
              isMine = !previous || previous.owner === owner || previous.until < now
              return isMine || !previous ? { owner, until: now + LEASE_MS } : previous
            },
            leases,
          )
        } catch {
          return true
        }
        return isMine
      },
      release: async () => {
        const free = (previous: Held | undefined) =>
          !previous || previous.owner === owner ? { owner, until: 0 } : previous
        await attempt(() => update<Held>('sender', free, leases), undefined)
      },
    },
  }
}
