import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSignals } from '../../server/adapters/signals.ts'
import { lockOwner } from '../../server/core/lock-owner.ts'
import { owners, sessions, shares, signingSessions, users } from '../../server/core/schema.ts'
import { SETTLED_CHANNEL } from '../../server/core/settle.ts'
import { lockSession } from '../../server/core/signing/locked-session.ts'
import { notifyAfterCommit, notifying, withPlatformTransaction } from '../../server/core/transaction.ts'
import type { Notification, Transaction } from '../../server/platform.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { until } from './process.ts'
import { owner, person, session } from './signing-desk.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ DATABASE_POOL: '12' })
})
afterAll(() => server.stop())

const ownerIds = async () =>
  (await server.platform.db.select({ id: owners.id }).from(owners)).map(({ id }) => id)

describe('a transaction', () => {
  it('refuses what needs a second connection or takes long', async () => {
    const { platform } = server
    const rule = { name: 'test', points: 5, seconds: 60 }
    const inside = (work: () => Promise<unknown>) =>
      withPlatformTransaction(platform, async () => void (await work()))
    await expect(inside(() => platform.db.select().from(owners))).rejects.toHaveProperty(
      'cause.message',
      expect.stringContaining('inside a transaction'),
    )
    await expect(inside(() => platform.limits.take(rule, 'somebody'))).rejects.toMatchObject({
      code: 'unavailable',
    })
    await expect(inside(() => platform.passwords.hash('correct horse'))).rejects.toThrow(
      'inside a transaction',
    )
    await expect(inside(async () => {})).resolves.toBeUndefined()
  })

  it('notifies once it has committed, and not at all where it has not', async () => {
    const sent: Notification[] = []
    const { db } = server.platform
    const to = { db, signals: { send: (some: readonly Notification[]) => void sent.push(...some) } }
    await notifying(to, async () => {
      notifyAfterCommit('channel', 'one')
      expect(sent).toEqual([])
    })
    const undone = notifying(to, async () => {
      notifyAfterCommit('channel', 'two')
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(sent).toEqual([{ channel: 'channel', payload: 'one' }])
    expect(() => notifyAfterCommit('channel')).toThrow('outside a transaction')
  })

  it('is told to this process at once, and to others, each once, also after the connection was lost', async () => {
    const { signals, db } = server.platform
    const other = await openSignals(server.database, pino({ level: 'silent' }))
    const heard = { here: [] as string[], there: [] as string[] }
    signals.onSettled((id) => void heard.here.push(id))
    other.onSettled((id) => void heard.there.push(id))
    const notify = (id: string) =>
      notifying({ db, signals }, async () => notifyAfterCommit(SETTLED_CHANNEL, id))
    await Promise.all(['first', 'second', 'third'].map(notify))
    expect(heard.here.toSorted()).toEqual(['first', 'second', 'third'])
    await until(10, async () => heard.there.length >= 3)
    await db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where query like 'listen %' or query like 'select pg_notify%' or query like 'select pg_backend_pid%'`,
    )
    await notify('after')
    // The other one may still be connecting when it is sent; then it is woken, and hears the next.
    await until(10, async () => {
      await notify('again')
      return heard.there.includes('again')
    })
    expect(heard.there.slice(0, 3).toSorted()).toEqual(['first', 'second', 'third'])
    const times = (id: string) => heard.here.filter((one) => one === id).length
    expect(['first', 'second', 'third', 'after'].map(times)).toEqual([1, 1, 1, 1])
    await other.close()
  })

  it('that loses a deadlock runs again', async () => {
    for (let person = 0; person < 2; person++) await signUp(server.url)
    const [one = '', other = ''] = await ownerIds()
    const lock = (tx: Transaction, id: string) =>
      tx.update(owners).set({ storageFiles: sql`storage_files + 1` }).where(eq(owners.id, id))
    let tries = 0
    let arrived = 0
    let meet = () => {}
    const both = new Promise<void>((resolve) => {
      meet = resolve
    })
    const cross = (first: string, second: string) =>
      withPlatformTransaction(server.platform, async (_platform, tx) => {
        tries++
        await lock(tx, first)
        if (++arrived === 2) meet()
        await both
        await lock(tx, second)
      })
    await Promise.all([cross(one, other), cross(other, one)])
    expect(tries).toBeGreaterThan(2)
    const rows = await server.platform.db.select({ id: owners.id, files: owners.storageFiles }).from(owners)
    for (const { files } of rows.filter(({ id }) => id === one || id === other)) expect(files).toBe(2)
  })

  it('leaves no cookie where it is rolled back', async () => {
    const person = await signUp(server.url)
    const again = await new Client(server.url).json('POST', '/api/v1/user/auth/signup/', {
      username: person.username,
      email: 'somebody.else@mail.example',
      password: 'correct horse',
    })
    expect(again.status).toBe(409)
    expect(again.headers.getSetCookie()).toEqual([])
  })
})

describe('a crowd', () => {
  it('of 40 visitors who redeem one link at once gets 40 downloads, and others are answered meanwhile', async () => {
    const owner = await signUp(server.url)
    const form = new FormData()
    form.append('file', new Blob(['for everybody']), 'note.txt')
    const stored = await owner.fetch('/api/v1/user/storage/files/upload/', { method: 'POST', body: form })
    const { id } = (await stored.json()) as { id: string }
    const link = await owner.json('POST', '/api/v1/user/shares/', { file_id: id, notify: true })
    const token = (link.body.url as string).split('/s/')[1]
    const answers = await Promise.all([
      owner.json('GET', '/api/v1/user/me/').then(({ status }) => status),
      ...Array.from({ length: 40 }, () =>
        new Client(server.url)
          .json('POST', `/api/v1/user/shares/public/${token}/download/`, { to: 'take' })
          .then(({ status }) => status),
      ),
    ])
    expect(answers.filter((status) => status !== 200)).toEqual([])
    const [row] = await server.platform.db.select().from(shares).where(eq(shares.id, link.body.id))
    expect(row?.downloads).toBe(40)
  })
})

describe('owners are locked before signing sessions', () => {
  it('so that a template that is kept and a seal that ends do not wait for each other', async () => {
    const { db } = server.platform
    const me = await owner(server)
    const made = await session(me, [person()])
    const [row] = await db.select().from(signingSessions).where(eq(signingSessions.id, made.id))
    const deadlocks = async () =>
      (
        await db.execute<{ deadlocks: string }>(
          sql`select deadlocks from pg_stat_database where datname = current_database()`,
        )
      ).rows[0]?.deadlocks
    const before = await deadlocks()
    const keeping = await withPlatformTransaction(server.platform, async (_platform, tx) => {
      await lockOwner(tx, row?.ownerId as string)
      const keeping = me.json('POST', '/api/v1/pdf_handler/signing/templates/', {
        session_id: made.id,
        name: 'Lease',
      })
      await untilSomebodyWaits(tx)
      await lockSession(tx, made.id)
      return { keeping }
    })
    expect((await keeping.keeping).status).toBe(201)
    expect(await deadlocks()).toBe(before)
  })
})

describe('a session that ends while its second factor is asked for', () => {
  it('is refused as any ended session', async () => {
    const me = await signUp(server.url)
    const [user] = await server.platform.db.select().from(users).where(eq(users.username, me.username))
    const { asking } = await withPlatformTransaction(server.platform, async (_platform, tx) => {
      await tx.delete(sessions).where(eq(sessions.userId, user?.id as string))
      const asking = me.json('POST', '/auth/api/v1/social/mfa/verify/', {
        method: 'password',
        code: 'correct horse',
      })
      await untilSomebodyWaits(tx)
      return { asking }
    })
    expect((await asking).body).toMatchObject({ status: 401, code: 'unauthenticated' })
  })
})

/** Resolves when another transaction waits for a lock. */
const untilSomebodyWaits = (tx: Transaction) =>
  until(
    10,
    async () =>
      (
        await tx.execute(
          sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rows.length > 0,
  )
