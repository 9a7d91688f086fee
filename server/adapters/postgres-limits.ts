import { createHash } from 'node:crypto'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { ApiProblem } from '../core/api-problem.ts'
import type { LimitRule, Limits } from '../platform.ts'

type Verdict = Awaited<ReturnType<Limits['take']>>
const FREE: Verdict = { allowed: true, retryAfterSeconds: 0 }

/**
 * Counts in the database, shared by all processes: one atomic statement per take. A refused take
 * counts too. `multiplier` scales rules that are not `exact`; with 0 only exact rules apply. Keys
 * are hashed, so that the table holds no user input. Refuses as `unavailable` if the database is
 * unavailable.
 */
export function openLimits(pool: pg.Pool, multiplier: number): Limits {
  const limiters = new Map<string, RateLimiterPostgres>()
  const limiterOf = (rule: LimitRule) => {
    const known = limiters.get(rule.name)
    if (known) return known
    const made = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'limits',
      tableCreated: true, // by a migration
      clearExpiredByTimeout: false, // by the sweep
      keyPrefix: rule.name,
      points: rule.exact ? rule.points : Math.max(1, Math.round(rule.points * multiplier)),
      duration: rule.seconds,
    })
    limiters.set(rule.name, made)
    return made
  }
  const isFree = (rule: LimitRule) => multiplier === 0 && !rule.exact
  return {
    take: (rule, key, points = 1) =>
      answering(async () => {
        if (isFree(rule)) return FREE
        try {
          await limiterOf(rule).consume(hashed(key), points)
          return FREE
        } catch (refused) {
          if (refused instanceof RateLimiterRes) return refusal(refused)
          throw refused
        }
      }),
    giveBack: (rule, key) =>
      answering(async () => {
        if (!isFree(rule)) await limiterOf(rule).reward(hashed(key), 1)
      }),
    forget: (rule, key) =>
      answering(async () => {
        if (!isFree(rule)) await limiterOf(rule).delete(hashed(key))
      }),
  }
}

const hashed = (key: string) => createHash('sha256').update(key).digest('base64url')

const refusal = ({ msBeforeNext }: RateLimiterRes): Verdict => ({
  allowed: false,
  retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
})

async function answering<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw Object.assign(
      new ApiProblem('unavailable', 'The service cannot be reached right now. Try again in a moment.'),
      { cause: error },
    )
  }
}
