import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  endHold,
  endLots,
  grantCredits,
  holdCredits,
  monthOf,
  takeCredits,
} from '../../server/core/credits/ledger.ts'
import { owners } from '../../server/core/schema.ts'
import type { Transaction } from '../../server/platform.ts'
import { endCreditLots } from '../../server/worker/end-credit-lots.ts'
import { startServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ DATABASE_POOL: '8', ROLE: 'web' })
})
afterAll(() => server.stop())

const DAY = 86_400_000
const START = Date.parse('2026-11-10T12:00:00Z')
let now = START
beforeEach(() => {
  now = START
})
const platform = { clock: () => new Date(now) }
const afterDays = (days: number) => new Date(now + days * DAY)

const transact = <T>(work: (tx: Transaction) => Promise<T>) => server.platform.db.transaction(work)

async function newOwner(): Promise<string> {
  const id = randomUUID()
  await server.platform.db.insert(owners).values({ id, kind: 'user' })
  return id
}

const grant = (owner: string, credits: number, expiresAt: Date | null = null, reference = randomUUID()) =>
  transact((tx) => grantCredits(platform, tx, owner, { source: 'pack', reference, credits, expiresAt }))

const holdOf = (reference: string, credits: number) =>
  ({ source: 'conversion', reference, area: 'image', credits, createdBy: null }) as const

/** @returns the reference of the hold */
async function hold(owner: string, credits: number): Promise<string> {
  const reference = randomUUID()
  await transact((tx) => holdCredits(platform, tx, owner, holdOf(reference, credits)))
  return reference
}

const end = (owner: string, reference: string, charged: number) =>
  transact(async (tx) => {
    await tx.execute(sql`select id from owners where id = ${owner} for no key update`)
    return endHold(platform, tx, owner, reference, charged)
  })

const revoke = (owner: string, credits: number, lot?: string) =>
  transact((tx) =>
    takeCredits(
      platform,
      tx,
      owner,
      { kind: 'revoke', source: 'refund', reference: randomUUID(), credits },
      lot,
    ),
  )

interface Books extends Record<string, unknown> {
  available: number
  held: number
  entries: number
  lots: number
  holds: number
  /** Lots whose rest is not what the entries say of it. */
  wrongLots: number
  /** Entries whose balance is not the one before with their credits. */
  wrongBalances: number
  /** Credits in ended lots that nothing is held for. */
  ended: number
  granted: number
  charged: number
  lost: number
}

async function read(owner: string): Promise<Books> {
  const { rows } = await server.platform.db.execute<Books>(sql`
    with entries as (select * from credit_entries where owner_id = ${owner}),
      lots as (select * from credit_lots where owner_id = ${owner})
    select credits_available as available, credits_held as held, credits_granted as granted, credits_charged as charged,
      (select coalesce(sum(credits), 0)::int from entries) as entries,
      (select coalesce(sum(remaining), 0)::int from lots) as lots,
      (select coalesce(sum(credits), 0)::int from credit_holds where owner_id = ${owner} and ended_at is null) as holds,
      (select count(*)::int from lots where remaining <> (select coalesce(sum(part.credits), 0) from entries e,
        unnest(e.lot_ids, e.lot_credits) as part(lot, credits) where part.lot = lots.id)) as "wrongLots",
      (select count(*)::int from (select balance - credits - lag(balance, 1, 0) over (order by id) as off from entries) as chain
        where off <> 0) as "wrongBalances",
      (select coalesce(-sum(credits), 0)::int from entries where kind in ('expire', 'revoke', 'adjust')) as lost,
      (select greatest(0, coalesce(sum(remaining), 0) - credits_held)::int from lots
        where remaining > 0 and expires_at <= ${new Date(now).toISOString()}::timestamptz) as ended
    from owners where id = ${owner}`)
  return rows[0] as Books
}

/** What holds of every owner at any moment. */
function check(books: Books) {
  const total = books.available + books.held
  expect(books, JSON.stringify(books)).toMatchObject({
    ...{ entries: total, lots: total, holds: books.held, wrongLots: 0, wrongBalances: 0 },
    granted: books.charged + books.lost + total,
  })
}

const lotsOf = async (owner: string) =>
  (
    await server.platform.db.execute<{ credits: number; remaining: number }>(
      sql`select credits, remaining from credit_lots where owner_id = ${owner} order by created_at, credits`,
    )
  ).rows

describe('lots', () => {
  it('are spent in the order in which they end, those without an end last', async () => {
    const owner = await newOwner()
    await grant(owner, 10)
    await grant(owner, 20, afterDays(30))
    await grant(owner, 30, afterDays(7))
    await end(owner, await hold(owner, 35), 35)
    expect(await lotsOf(owner)).toEqual([
      { credits: 10, remaining: 10 },
      { credits: 20, remaining: 15 },
      { credits: 30, remaining: 0 },
    ])
    check(await read(owner))
  })

  it('end, except for what is held; what is released then ends as well', async () => {
    const owner = await newOwner()
    await grant(owner, 100, afterDays(1))
    await grant(owner, 5)
    const [spent, released] = [await hold(owner, 30), await hold(owner, 20)]
    now += 2 * DAY
    await transact((tx) => endLots(platform, tx, owner))
    check(await read(owner))
    expect(await read(owner)).toMatchObject({ available: 5, held: 50, ended: 0, lost: 50 })
    expect(await end(owner, spent, 30)).toMatchObject({ creditsAvailable: 5, creditsHeld: 20 })
    expect(await end(owner, released, 0)).toMatchObject({ creditsAvailable: 5, creditsHeld: 0 })
    check(await read(owner))
    expect(await read(owner)).toMatchObject({ available: 5, held: 0, lost: 70 })
  })

  it('that have ended pay for nothing, also before any sweep', async () => {
    const owner = await newOwner()
    await grant(owner, 100, afterDays(1))
    now += DAY
    await expect(hold(owner, 1)).rejects.toMatchObject({ code: 'insufficient_credits' })
    expect(await read(owner), 'a refusal changes nothing').toMatchObject({ available: 100 })
    await endCreditLots({ ...server.platform, ...platform })
    expect(await read(owner)).toMatchObject({ available: 0, lost: 100 })
    const { rows } = await server.platform.db.execute(
      sql`select kind, source, credits from credit_entries where owner_id = ${owner} order by id`,
    )
    expect(rows).toEqual([
      { kind: 'grant', source: 'pack', credits: 100 },
      { kind: 'expire', source: 'pack', credits: -100 },
    ])
    check(await read(owner))
  })

  it('of one reference are given once', async () => {
    const owner = await newOwner()
    const reference = randomUUID()
    const given = await Promise.all(Array.from({ length: 8 }, () => grant(owner, 50, null, reference)))
    expect(given.filter(Boolean)).toHaveLength(1)
    expect(await read(owner)).toMatchObject({ available: 50, entries: 50 })
  })

  it('are revoked as far as they are unspent and not held', async () => {
    const owner = await newOwner()
    const pack = randomUUID()
    await grant(owner, 100, null, pack)
    await end(owner, await hold(owner, 60), 60)
    await hold(owner, 10)
    expect(await revoke(owner, 100, pack)).toBe(30)
    expect(await read(owner)).toMatchObject({ available: 0, held: 10 })
    check(await read(owner))
  })

  it('go below zero where more is taken than there is, and the next grant pays that first', async () => {
    const owner = await newOwner()
    await grant(owner, 100)
    await end(owner, await hold(owner, 60), 60)
    expect(await revoke(owner, 100)).toBe(100)
    expect(await read(owner)).toMatchObject({ available: -60 })
    check(await read(owner))
    await expect(hold(owner, 1)).rejects.toMatchObject({ code: 'insufficient_credits' })
    await grant(owner, 50, afterDays(3))
    expect(await read(owner)).toMatchObject({ available: -10 })
    await grant(owner, 50, afterDays(3))
    expect(await read(owner)).toMatchObject({ available: 40 })
    check(await read(owner))
    now += 4 * DAY
    await transact((tx) => endLots(platform, tx, owner))
    expect(await read(owner), 'only what is left of them ends').toMatchObject({ available: 0 })
    check(await read(owner))
  })
})

describe('a spend limit', () => {
  it('counts what was spent and is held in the month, and begins anew with the next one', async () => {
    const owner = await newOwner()
    await grant(owner, 1000)
    await server.platform.db.update(owners).set({ spendLimit: 100 }).where(sql`id = ${owner}`)
    await end(owner, await hold(owner, 60), 60)
    const running = await hold(owner, 30)
    await expect(hold(owner, 11)).rejects.toMatchObject({ code: 'spend_limit_reached' })
    await end(owner, running, 0)
    await end(owner, await hold(owner, 40), 40)
    await expect(hold(owner, 1)).rejects.toMatchObject({ code: 'spend_limit_reached' })
    now = monthOf(new Date(now + 31 * DAY)).getTime() + 1
    await end(owner, await hold(owner, 100), 100)
    await expect(hold(owner, 1)).rejects.toMatchObject({ code: 'spend_limit_reached' })
    check(await read(owner))
  })
})

it('gives the last credit to one of fifty', async () => {
  const owner = await newOwner()
  await grant(owner, 1)
  const tried = await Promise.allSettled(Array.from({ length: 50 }, () => hold(owner, 1)))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of tried)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'insufficient_credits' })
  check(await read(owner))
})

type Act =
  | { act: 'grant'; credits: number; days: number | null }
  | { act: 'hold'; credits: number }
  | { act: 'end'; which: number; share: number }
  | { act: 'take'; credits: number; ofLot: boolean }
  | { act: 'sweep' }

const credits = fc.integer({ min: 1, max: 60 })
const anAct: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    act: fc.constant('grant' as const),
    credits: fc.integer({ min: 1, max: 200 }),
    days: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
  }),
  fc.record({ act: fc.constant('hold' as const), credits }),
  fc.record({ act: fc.constant('hold' as const), credits }),
  fc.record({ act: fc.constant('end' as const), which: fc.nat(9), share: fc.constantFrom(0, 0.5, 1, 1) }),
  fc.record({ act: fc.constant('end' as const), which: fc.nat(9), share: fc.constantFrom(0, 0.5, 1, 1) }),
  fc.record({ act: fc.constant('take' as const), credits, ofLot: fc.boolean() }),
  fc.record({ act: fc.constant('sweep' as const) }),
)
const rarely = fc.constantFrom(false, false, false, true)
/**
 * Acts that are done at the same time; a fault rolls one back after it was done. Then time passes.
 */
const aRound = fc.record({
  acts: fc.array(fc.record({ act: anAct, fault: rarely, twice: rarely }), {
    ...{ minLength: 1, maxLength: 6, size: 'max' },
  }),
  days: fc.constantFrom(0, 0, 1, 3),
})

class Fault extends Error {}

it('keeps the books, whatever is done at once, rolled back or repeated', async () => {
  let holdsMade = 0
  let ended = 0
  await fc.assert(
    fc.asyncProperty(fc.array(aRound, { minLength: 1, maxLength: 15, size: 'max' }), async (rounds) => {
      now = START
      const owner = await newOwner()
      await grant(owner, 100, afterDays(4))
      const packs: string[] = []
      const open: { reference: string; credits: number }[] = []

      const perform = async (
        act: Act,
        tx: Transaction,
        reference: string,
      ): Promise<(() => void) | undefined> => {
        switch (act.act) {
          case 'grant': {
            const expiresAt = act.days === null ? null : afterDays(act.days)
            const given = await grantCredits(platform, tx, owner, {
              ...{ source: 'pack', reference, credits: act.credits, expiresAt },
            })
            return given ? () => packs.push(reference) : undefined
          }
          case 'hold':
            await holdCredits(platform, tx, owner, holdOf(reference, act.credits))
            return () => open.push({ reference, credits: act.credits })
          case 'end': {
            const one = open[act.which % Math.max(1, open.length)]
            if (!one) return
            await tx.execute(sql`select id from owners where id = ${owner} for no key update`)
            const done = await endHold(
              platform,
              tx,
              owner,
              one.reference,
              Math.floor(one.credits * act.share),
            )
            if (!done) return
            return () => {
              open.splice(open.indexOf(one), 1)
              ended++
            }
          }
          case 'take': {
            const loss = { kind: 'revoke', source: 'refund', reference, credits: act.credits } as const
            await takeCredits(platform, tx, owner, loss, act.ofLot ? packs[0] : undefined)
            return
          }
          case 'sweep':
            await endLots(platform, tx, owner)
        }
      }
      const run = async ({ act, fault, twice }: { act: Act; fault: boolean; twice: boolean }) => {
        const reference = randomUUID()
        for (let time = 0; time < (twice && act.act !== 'hold' ? 2 : 1); time++) {
          try {
            const follow = await transact(async (tx) => {
              const done = await perform(act, tx, reference)
              if (fault) throw new Fault()
              return done
            })
            follow?.()
            if (act.act === 'hold') holdsMade++
          } catch (error) {
            if (error instanceof Fault) continue
            expect(error).toMatchObject({ code: 'insufficient_credits' })
          }
        }
      }
      for (const { acts, days } of rounds) {
        await Promise.all(acts.map(run))
        check(await read(owner))
        now += days * DAY
      }
      await transact((tx) => endLots(platform, tx, owner))
      const books = await read(owner)
      check(books)
      expect(books.ended).toBe(0)
      expect(books.holds).toBe(open.reduce((sum, one) => sum + one.credits, 0))
      for (const one of [...open]) await end(owner, one.reference, 0)
      const after = await read(owner)
      check(after)
      expect(after).toMatchObject({ held: 0, ended: 0 })
    }),
    { numRuns: 60 },
  )
  // The property says nothing where nothing happens.
  expect(holdsMade).toBeGreaterThan(100)
  expect(ended).toBeGreaterThan(30)
}, 120_000)
