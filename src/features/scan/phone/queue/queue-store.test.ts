import { describe, expect, it } from 'vitest'
import { newPage } from './fake-world.ts'
import { openQueueStore } from './queue-store.ts'
import type { QueuedPage } from './queued-page.ts'

const page = (number: number): QueuedPage => ({
  ...newPage(number),
  ...{ taken_at: 10 - number, sent_settings: null, version: null, step: 'preview', tries: 0 },
  ...{ failure: null, answered_at: null, removal: null },
})

// Node has no IndexedDB, like some private windows.
describe('a store without a database', () => {
  it('keeps photos in memory and says so', async () => {
    const store = openQueueStore('tab')
    expect(await store.readAll()).toEqual([])
    expect(store.isVolatile()).toBe(false)
    await store.write(page(1))
    await store.write(page(2))
    expect(store.isVolatile()).toBe(true)
    expect((await store.readAll()).map(({ page_id }) => page_id)).toEqual(['page-02', 'page-01'])
    await store.remove('page-01')
    await store.remove('page-02')
    expect(store.isVolatile()).toBe(false)
    expect(await store.readAll()).toEqual([])
  })

  it('lets the tab send: there is no other one that could know', async () => {
    const { lease } = openQueueStore('tab')
    expect(await lease.hold()).toBe(true)
    await lease.release()
    expect(await lease.hold()).toBe(true)
  })
})
