import { setTimeout as sleep } from 'node:timers/promises'
import { Unreachable } from '../core/unreachable.ts'
import type { Platform } from '../platform.ts'

const ASK_EVERY = 2000

/**
 * Does `work`, which is safe to repeat, and repeats it after an outage of the file store: each try
 * of the queue would end in the same way, and there are few of them. It keeps its place meanwhile,
 * since nothing else could run either.
 * @throws the outage, where `signal` aborts the wait
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
      // Another part that is away, such as the time-stamp authority, is no reason to hold a place.
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
