import { AsyncLocalStorage } from 'node:async_hooks'

interface Asked<Item, Answer> {
  item: Item
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Batches single requests: items that arrive during a call of `work` wait for the next call, which
 * takes up to `max`. A single item does not wait. If a batch fails, each item is retried alone, so
 * that no item fails because of another.
 * @param work returns results in the order of its items
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

  // Runs outside of the first caller's transaction and trace, which do not own the batch.
  const run = AsyncLocalStorage.bind(async () => {
    while (waiting.length > 0) await ask(waiting.splice(0, max))
    running = false
  })

  return (item) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>()
    waiting.push({ item, resolve, reject })
    if (!running) {
      running = true
      // After all items of the same turn of the event loop.
      setImmediate(() => void run())
    }
    return promise
  }
}
