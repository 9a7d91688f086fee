import { expect, vi } from 'vitest'
import { ApiError } from '../../../../api/errors.ts'
import { fakeDatabase, fakeServer, PLAIN, turn } from './fake-world.ts'
import type { QueueWorld } from './perform-step.ts'
import { isUnsent } from './queued-page.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'

export const TURNED = { ...PLAIN, rotation: 90 as const }
export const offline = () => {
  throw new ApiError('offline', 0)
}

/** A queue with a separate server, and a database that another tab may share. */
export function openQueue(more: Partial<QueueWorld> = {}, database = fakeDatabase(), tab = 'a') {
  const { server, world } = fakeServer()
  const rests: number[] = []
  const queue = createUploadQueue({
    ...world,
    store: database.openFor(tab),
    rest: async (seconds, signal) => {
      rests.push(seconds)
      await turn()
      signal.throwIfAborted()
    },
    ...more,
  })
  const life = new AbortController()
  const run = () => queue.run(life.signal)
  return { queue, server, world, database, rests, run, stop: () => life.abort() }
}
/** Waits until the queue is idle. */
export const settled = (queue: UploadQueue) =>
  vi.waitFor(() => {
    const { pages, sending } = queue.state()
    expect(pages.filter((page) => isUnsent(page) && page.failure === null)).toEqual([])
    expect(
      pages.filter(
        ({ removal, step }) => removal === 'wanted' || removal === 'undone' || step === 'settings',
      ),
    ).toEqual([])
    expect(sending).toBeNull()
  })
