import { AsyncLocalStorage } from 'node:async_hooks'

interface Asked<Item, Answer> {
  item: Item
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Puts what is asked one by one into calls for several: what comes while a call of `work` is made
 * waits for the next one, which takes up to `max`. So a crowd costs few calls, and one alone waits
 * for nobody. Where a call for several fails, each is asked for alone, so that none fails for
 * another.
 * @param work answers in the order of its items
 */
export function gather<Item, Answer>(
  max: number,
  work: (items: readonly Item[]) => Promise<readonly Answer[]>,
): (item: Item) => Promise<Answer> {
  const waiting: Asked<Item, Answer>[] = []
  let running = false

  const ask = async (part: readonly Asked<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await work(part.map(({ item }) => item))
      for (const [at, { resolve }] of part.entries()) resolve(answers[at] as Answer)
    } catch (error) {
      if (part.length === 1) part[0]?.reject(error)
      else for (const one of part) await ask([one])
    }
  }

  // Outside of who asked first, whose transaction or trace the call for several is no part of.
  const run = AsyncLocalStorage.bind(async () => {
    while (waiting.length > 0) await ask(waiting.splice(0, max))
    running = false
  })

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    waiting.push({ item, resolve, reject })
    if (!running) {
      running = true
      // After those that are asked in the same turn.
      setImmediate(() => void run())
    }
    return promise
  }
}
