import type { QueueStore } from './queue-store.ts'
import type { QueuedPage } from './queued-page.ts'

export interface QueueState {
  /** In capture order. */
  pages: readonly QueuedPage[]
  /** Pages whose photo is not stored yet: a crash now would lose it. */
  saving: ReadonlySet<string>
  /** The page that is being sent, and its progress. */
  sending: { page_id: string; share: number } | null
  /** Tokens of ended sessions: their queued photos can only be downloaded. */
  closed: readonly string[]
  /** Whether photos are only in memory. */
  isVolatile: boolean
  /** Whether the last request had no response. */
  isStalled: boolean
}

/** The queue’s state, which is stored with each change of a page, and published to subscribers. */
export interface QueuePages {
  state: () => QueueState
  subscribe: (listener: () => void) => () => void
  put: (change: Partial<QueueState>) => void
  find: (page_id: string) => QueuedPage | undefined
  save: (page: QueuedPage) => Promise<void>
  /** Changes the current page, which may differ from the one at the start of a request. */
  patch: (page_id: string, change: Partial<QueuedPage>) => Promise<void>
  drop: (page_id: string) => Promise<void>
  /** Reads the store again after another tab has changed it. */
  reload: () => Promise<void>
  /** Resolves with the next change of a page. */
  changed: (signal: AbortSignal) => Promise<void>
}

const EMPTY: QueueState = {
  ...{ pages: [], saving: new Set<string>(), sending: null },
  ...{ closed: [], isVolatile: false, isStalled: false },
}

const inOrder = (pages: readonly QueuedPage[]) => pages.toSorted((a, b) => a.taken_at - b.taken_at)

/** @param tell notifies other tabs that the store has changed */
export function createQueuePages(store: QueueStore, tell: () => void): QueuePages {
  let state = EMPTY
  const saving = new Map<string, QueuedPage>()
  const listeners = new Set<() => void>()
  let wakers: (() => void)[] = []

  function put(change: Partial<QueueState>): void {
    state = { ...state, ...change, saving: new Set(saving.keys()), isVolatile: store.isVolatile() }
    for (const listener of listeners) listener()
  }
  function wake(): void {
    const waiting = wakers
    wakers = []
    for (const waker of waiting) waker()
  }
  const find = (page_id: string) => state.pages.find((page) => page.page_id === page_id)

  async function save(page: QueuedPage): Promise<void> {
    const { page_id, photo } = page
    if (saving.has(page_id) || find(page_id)?.photo !== photo) saving.set(page_id, page)
    put({ pages: inOrder([...state.pages.filter((other) => other.page_id !== page_id), page]) })
    await store.write(page)
    if (saving.get(page_id) === page) saving.delete(page_id)
    put({})
    tell()
    wake()
  }
  return {
    state: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    put,
    find,
    save,
    patch: async (page_id, change) => {
      const page = find(page_id)
      if (page) await save({ ...page, ...change })
    },
    drop: async (page_id) => {
      saving.delete(page_id)
      put({ pages: state.pages.filter((page) => page.page_id !== page_id) })
      await store.remove(page_id)
      put({})
      tell()
    },
    reload: async () => {
      const kept = await store.readAll()
      put({ pages: inOrder([...kept.filter(({ page_id }) => !saving.has(page_id)), ...saving.values()]) })
      wake()
    },
    changed: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve()
        wakers.push(resolve)
        signal.addEventListener('abort', () => resolve(), { once: true })
      }),
  }
}
