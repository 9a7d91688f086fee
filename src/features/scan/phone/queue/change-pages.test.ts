import { describe, expect, it, vi } from 'vitest'
import { newPage, PLAIN } from './fake-world.ts'
import { offline, openQueue, settled, TURNED } from './open-queue.ts'

describe('a page in the queue', () => {
  it('sends settings with the photo that were changed before it, and changes them afterwards', async () => {
    const { queue, server, run, stop } = openQueue()
    await queue.add(newPage(1))
    await queue.changeSettings('page-01', TURNED)
    void run()
    await settled(queue)
    expect(server.pages.get('page-01')?.settings).toEqual(TURNED)
    expect(server.requests).not.toContain('settings page-01')
    await queue.changeSettings('page-01', PLAIN)
    await settled(queue)
    expect(server.requests.at(-1)).toBe('settings page-01')
    expect(server.pages.get('page-01')?.settings).toEqual(PLAIN)
    stop()
  })

  it('sends settings once more that were changed while the photo was on its way', async () => {
    const { queue, server, run, stop } = openQueue()
    await queue.add(newPage(1))
    let change: Promise<unknown> = Promise.resolve()
    server.after = (request) => {
      if (request === 'page page-01') change = queue.changeSettings('page-01', TURNED)
    }
    void run()
    await vi.waitFor(() => expect(server.requests).toContain('settings page-01'))
    await change
    await settled(queue)
    expect(server.pages.get('page-01')?.settings).toEqual(TURNED)
    stop()
  })

  it('leaves settings alone that the desk has changed while the photo was waiting', async () => {
    const { queue, server, run, stop } = openQueue()
    server.after = (request) => {
      const kept = server.pages.get('page-01')
      if (request === 'preview page-01' && kept) server.pages.set('page-01', { ...kept, settings: TURNED })
    }
    await queue.add(newPage(1))
    void run()
    await settled(queue)
    expect(server.pages.get('page-01')?.settings).toEqual(TURNED)
    stop()
  })

  it('gives up a change that the desk was quicker with, and says so', async () => {
    const onOverruled = vi.fn()
    const { queue, server, run, stop } = openQueue({ onOverruled })
    await queue.add(newPage(1))
    void run()
    await settled(queue)
    const kept = server.pages.get('page-01')
    if (kept) server.pages.set('page-01', { ...kept, version: 9 })
    await queue.changeSettings('page-01', TURNED)
    await settled(queue)
    expect(onOverruled).toHaveBeenCalledExactlyOnceWith('page-01')
    expect(server.pages.get('page-01')?.settings).toEqual(PLAIN)
    stop()
  })

  it('deletes a page that has not left without a request, and brings it back', async () => {
    const { queue, server, run, stop } = openQueue()
    await queue.add(newPage(1))
    await queue.remove('page-01')
    void run()
    await vi.waitFor(() => expect(queue.state().pages).toEqual([]))
    expect(server.requests).toEqual([])
    stop()
    await queue.add(newPage(2))
    await queue.remove('page-02')
    await queue.undoRemoval('page-02')
    expect(queue.state().pages.map(({ removal, step }) => [removal, step])).toEqual([[null, 'preview']])
  })

  it('brings a page back that was deleted while it was on its way', async () => {
    const { queue, server, run, stop } = openQueue()
    const acts: Promise<unknown>[] = []
    server.after = (request) => {
      if (request === 'page page-01' && acts.length === 0) acts.push(queue.remove('page-01'))
    }
    server.before = (request) => {
      if (request === 'delete page-01') acts.push(queue.undoRemoval('page-01'))
    }
    await queue.add(newPage(1))
    void run()
    await vi.waitFor(() => expect(server.requests).toContain('restore page-01'))
    await Promise.all(acts)
    await settled(queue)
    expect(server.pages.get('page-01')?.sha256).toBe('hash 1')
    expect(queue.state().pages.map(({ removal, step }) => [removal, step])).toEqual([[null, 'listed']])
    stop()
  })

  it('deletes a page on the server too, also when the network is away, and restores it', async () => {
    const { queue, server, run, stop } = openQueue()
    await queue.add(newPage(1))
    void run()
    await settled(queue)
    let left = 3
    server.before = () => {
      if (left-- > 0) offline()
    }
    await queue.remove('page-01')
    await settled(queue)
    expect(server.pages.size).toBe(0)
    await queue.undoRemoval('page-01')
    await settled(queue)
    expect([...server.pages.keys()]).toEqual(['page-01'])
    expect(queue.state().pages).toHaveLength(1)
    await queue.remove('page-01')
    await settled(queue)
    await queue.forgetRemoved('page-01')
    expect(queue.state().pages).toEqual([])
    stop()
  })

  it('takes a page again: the new photo replaces the old one, also while that is on its way', async () => {
    const { queue, server, run, stop } = openQueue()
    await queue.add(newPage(1))
    const again: Promise<unknown>[] = []
    server.after = (request) => {
      if (request === 'page page-01' && again.length === 0)
        again.push(queue.add(newPage(1, { sha256: 'second' })))
    }
    void run()
    await vi.waitFor(() => expect(server.pages.get('page-01')?.sha256).toBe('second'))
    await Promise.all(again)
    await settled(queue)
    expect(queue.state().pages.map(({ sha256, step }) => [sha256, step])).toEqual([['second', 'listed']])
    stop()
  })
})
