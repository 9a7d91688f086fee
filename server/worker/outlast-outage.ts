import { setTimeout as sleep } from 'node:timers/promises'
import { Unreachable } from '../core/unreachable.ts'
import type { Platform } from '../platform.ts'

const ASK_EVERY = 2000

/**
 * Runs idempotent `work` and retries it after an outage of the file store: the few retries of the
 * queue would all fail. The job keeps its slot, since no other job could run either.
 * @throws the outage error if `signal` aborts the wait
 */
export async function outlastOutage(
  platform: Pick<Platform, 'objects' | 'log'>,
  work: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    try {
      await work()
      return
    } catch (error) {
      // An outage of another service, such as the time-stamp authority, does not hold a slot.
      if (!(error instanceof Unreachable) || (await isStoreThere(platform))) throw error
      platform.log.warn({ err: error }, 'a conversion waits for the file store')
      while (!(await isStoreThere(platform))) {
        if (signal.aborted) throw error
        await sleep(ASK_EVERY, undefined, { signal }).catch(() => {})
      }
    }
  }
}

const isStoreThere = ({ objects }: Pick<Platform, 'objects'>) =>
  objects.probe().then(
    () => true,
    () => false,
  )
