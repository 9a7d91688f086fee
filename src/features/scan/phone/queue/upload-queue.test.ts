import { describe, expect, it, vi } from 'vitest'
import { ApiError } from '../../../../api/errors.ts'
import { fakeDatabase, fakeServer, newPage, PLAIN, turn } from './fake-world.ts'
import { offline, openQueue, settled, TURNED } from './open-queue.ts'
import type { QueuedPage } from './queued-page.ts'
import { createUploadQueue } from './upload-queue.ts'

describe('the queue', () => {
  it('sends previews before photos, in the order in which they were taken', async () => {
    const { queue, server, run, stop } = openQueue()
    for (const number of [1, 2, 3]) await queue.add(newPage(number))
    void run()
    await settled(queue)
    expect(server.requests).toEqual([
      ...['preview page-01', 'preview page-02', 'preview page-03'],
      ...['page page-01', 'page page-02', 'page page-03'],
    ])
    stop()
  })

  it('keeps a photo until the session lists it as ready', async () => {
    const { queue, server, database, run, stop } = openQueue()
    await queue.add(newPage(1))
    void run()
    await settled(queue)
    expect([...database.rows.keys()]).toEqual(['page-01'])
    const session = server.session()
    const receiving = {
      ...session,
      pages: session.pages.map((page) => ({ ...page, state: 'receiving' as const })),
    }
    await queue.confirm('token', receiving, Date.now() + 1)
    expect(database.rows.size).toBe(1)
    await queue.confirm('another token', session, Date.now() + 1)
    expect(database.rows.size).toBe(1)
    await queue.confirm('token', session, 0)
    expect(database.rows.size).toBe(0)
    stop()
  })

  it('does not take a list that was asked for before the photo arrived as proof that the page is gone', async () => {
    const { queue, server, database, run, stop } = openQueue()
    await queue.add(newPage(1))
    void run()
    await settled(queue)
    const without = { ...server.session(), pages: [] }
    await queue.confirm('token', without, 0)
    expect(database.rows.size).toBe(1)
    await queue.confirm('token', without, Date.now() + 1000)
    expect(database.rows.size).toBe(0)
    stop()
  })

  it('loses nothing and sends nothing twice when network and tab are killed at any point', async () => {
    const database = fakeDatabase()
    const { server, world } = fakeServer()
    let seed = 7
    const random = () => {
      seed = (seed * 1103515245 + 12345) % 2 ** 31
      return seed / 2 ** 31
    }
    let kills = 0
    const life = { current: new AbortController() }
    const strike = () => {
      const chance = random()
      if (chance < 0.25) offline()
      if (chance < 0.4) {
        kills++
        life.current.abort()
        offline()
      }
    }
    server.before = strike
    server.after = strike
    let queue = createUploadQueue({ ...world, store: database.openFor('0'), rest: turn })
    for (let number = 1; number <= 30; number++) await queue.add(newPage(number))
    while (database.rows.size > 0) {
      database.kill()
      life.current = new AbortController()
      queue = createUploadQueue({ ...world, store: database.openFor(String(kills)), rest: turn })
      const running = queue.run(life.current.signal)
      const { signal } = life.current
      await vi.waitFor(
        () => expect(signal.aborted || queue.state().pages.every(({ step }) => step === 'listed')).toBe(true),
        { interval: 1 },
      )
      await queue.confirm('token', server.session(), Date.now() + 1)
      life.current.abort()
      await running
    }
    expect(kills).toBeGreaterThanOrEqual(10)
    expect([...server.pages.keys()]).toEqual(Array.from({ length: 30 }, (_, at) => newPage(at + 1).page_id))
    for (const [id, { sha256, photos }] of server.pages)
      expect([id, sha256, photos]).toEqual([id, `hash ${Number(id.slice(-2))}`, 1])
  })

  it('says which photos are not in store yet, and keeps them when another tab has changed the store', async () => {
    const database = fakeDatabase()
    const writes: (() => void)[] = []
    const store = database.openFor('a')
    const slow = {
      ...store,
      write: async (page: QueuedPage) => {
        await new Promise<void>((resolve) => writes.push(resolve))
        await store.write(page)
      },
    }
    const { world } = fakeServer()
    const queue = createUploadQueue({ ...world, store: slow, rest: turn })
    const added = queue.add(newPage(1))
    expect([...queue.state().saving]).toEqual(['page-01'])
    await queue.reload()
    expect(queue.state().pages.map(({ page_id }) => page_id)).toEqual(['page-01'])
    const changed = queue.changeSettings('page-01', TURNED)
    writes[0]?.()
    await added
    expect([...queue.state().saving]).toEqual(['page-01'])
    writes[1]?.()
    await changed
    expect([...queue.state().saving]).toEqual([])
    // Only an unstored photo can be lost: a change of settings does not count.
    const again = queue.changeSettings('page-01', PLAIN)
    expect([...queue.state().saving]).toEqual([])
    writes[2]?.()
    await again
    const retaken = queue.add(newPage(1, { sha256: 'second' }))
    expect([...queue.state().saving]).toEqual(['page-01'])
    writes[3]?.()
    await retaken
    expect([...queue.state().saving]).toEqual([])
    expect(database.rows.get('page-01')?.sha256).toBe('second')
  })

  it('waits longer after each failure, at most half a minute', async () => {
    const { queue, server, rests, run, stop } = openQueue()
    let left = 8
    server.before = () => {
      if (left-- > 0) offline()
    }
    await queue.add(newPage(1))
    void run()
    await settled(queue)
    const bounds = [1, 2, 4, 8, 16, 30, 30, 30]
    expect(rests).toHaveLength(bounds.length)
    for (const [at, seconds] of bounds.entries()) {
      expect(rests[at]).toBeGreaterThanOrEqual(seconds)
      expect(rests[at]).toBeLessThanOrEqual(seconds * 1.25)
    }
    expect(queue.state().isStalled).toBe(false)
    stop()
  })

  it.each([
    ['file_too_large', 413],
    ['unsupported_source', 400],
    ['scan_page_conflict', 409],
  ] as const)('says %s and continues with the next page', async (code, status) => {
    const { queue, server, run, stop } = openQueue()
    server.before = (request) => {
      if (request === 'page page-01') throw new ApiError(code, status)
    }
    for (const number of [1, 2]) await queue.add(newPage(number))
    void run()
    await settled(queue)
    expect(queue.state().pages.map(({ failure, step }) => [failure, step])).toEqual([
      [code, 'photo'],
      [null, 'listed'],
    ])
    expect(server.requests.filter((request) => request === 'page page-01')).toHaveLength(1)
    server.before = () => {}
    const [failed] = queue.state().pages
    await queue.retry(failed?.page_id ?? '')
    await settled(queue)
    expect(queue.state().pages.map(({ failure }) => failure)).toEqual([null, null])
    // An id that another photo has is replaced by a new one.
    expect(server.pages.has('page-01')).toBe(true)
    expect(server.pages.size).toBe(code === 'scan_page_conflict' ? 3 : 2)
    stop()
  })

  it('stops where the session has ended, and keeps what waits', async () => {
    const { queue, server, database, run, stop } = openQueue()
    server.before = () => {
      throw new ApiError('not_found', 404)
    }
    await queue.add(newPage(1))
    void run()
    await vi.waitFor(() => expect(queue.state().closed).toEqual(['token']))
    expect(server.requests).toHaveLength(1)
    expect(database.rows.size).toBe(1)
    stop()
  })

  it('sends in one tab of two, and in the other when the first is gone', async () => {
    const database = fakeDatabase()
    const first = openQueue({}, database, 'first')
    const second = openQueue({}, database, 'second')
    let isHeld = true
    first.server.before = () => {
      if (isHeld) offline()
    }
    await first.queue.add(newPage(1))
    void first.run()
    await vi.waitFor(() => expect(first.server.requests.length).toBeGreaterThan(0))
    void second.run()
    await vi.waitFor(() => expect(second.rests.length).toBeGreaterThan(2))
    expect(second.server.requests).toEqual([])
    isHeld = false
    first.stop()
    await vi.waitFor(() => expect(second.server.requests).toEqual(['preview page-01', 'page page-01']))
    second.stop()
  })
})
