import { availableParallelism } from 'node:os'
import { hash, hashRaw, verify } from '@node-rs/argon2'
import { ApiProblem } from '../core/api-problem.ts'
import { refuseInTransaction } from '../core/transaction.ts'
import type { Passwords } from '../platform.ts'

/** OWASP's minimum for argon2id, 19 MiB and two passes: about 70 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
/** Hashes share libuv's thread pool with file operations, so they leave threads and a core free. */
const AT_ONCE = Math.max(1, Math.min(3, availableParallelism() - 1))
/** About five seconds of work per core. */
const MAX_WAITING = 64 * AT_ONCE
const RETRY_SECONDS = 5

/**
 * Queues hashes; refuses new ones when the wait would be too long. Only tests, which sign up
 * hundreds of times, pass another `cost`.
 * @throws ApiProblem unavailable
 */
export async function openPasswords(cost: typeof COST = COST): Promise<Passwords> {
  const inTurn = queue()
  const nobody = await hash('nobody has this password', cost)
  return {
    hash: (password) => inTurn(() => hash(password.normalize('NFKC'), cost)),
    derive: (word, salt) => inTurn(() => hashRaw(word, { ...cost, salt })),
    verify: async (stored, password) => {
      const right = await inTurn(() => verify(stored ?? nobody, password.normalize('NFKC')))
      return stored !== null && right
    },
  }
}

function queue() {
  let running = 0
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    refuseInTransaction('A slow hash')
    if (running >= AT_ONCE) {
      if (waiting.length >= MAX_WAITING)
        throw new ApiProblem(
          'unavailable',
          'Too many people are signing in at this moment. Try again in a few seconds.',
          {
            retry_after: RETRY_SECONDS,
          },
        )
      // A finished hash passes its slot to the next one.
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
