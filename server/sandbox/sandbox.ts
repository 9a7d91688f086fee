import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Database, Log, Transaction } from '../platform.ts'
import { createApi } from './api.ts'
import { type Desk, deskOf } from './desk.ts'
import { deliverDue } from './events.ts'
import { serveOperator } from './operator.ts'
import { FONT } from './page.ts'
import { type Operators, serveCheckout, servePortal } from './pages.ts'
import { advance, dueSubscriptions } from './subscriptions.ts'

/** The typeface of the sandbox's pages. */
const serveFont = (app: FastifyInstance) =>
  app.get(FONT.path, async (_request, reply) =>
    reply
      .type('font/woff2')
      .header('cache-control', 'public, max-age=86400')
      .send(await readFile(FONT.file)),
  )

const TICK_MS = 500
/** Any number; the same for every process of this product. */
const RENEWALS = 4_871_207

export interface Sandbox {
  /** For the SDK of Stripe. */
  host: '127.0.0.1'
  port: number
  protocol: 'http'
  apiKey: string
  webhookSecret: string
  /** Adds its pages under /sandbox to the app of the instance. */
  pages(app: FastifyInstance, mayOperate: Operators): void
  /** Does what is due: renewals, and events on their way. */
  tick(): Promise<void>
  close(): Promise<void>
}

interface Settings {
  db: Database
  log: Log
  clock: () => Date
  /** Where browsers reach the instance. */
  publicUrl: () => string
  /** Where events are delivered; null before the instance listens. */
  eventsUrl: () => string | null
}

/**
 * Stands in for Stripe on an instance without a key: the part of its API that is used here, its
 * hosted pages and its events, with test money. State lies in the database, so that every process
 * of the instance has the same.
 */
export async function openSandbox({ db, log, clock, publicUrl, eventsUrl }: Settings): Promise<Sandbox> {
  const fresh = (prefix: string) => `${prefix}_${randomBytes(24).toString('hex')}`
  await db.execute(sql`insert into stripe_sandbox.settings (api_key, webhook_secret)
    values (${fresh('sk_test')}, ${fresh('whsec')}) on conflict do nothing`)
  const { rows } = await db.execute<{ api_key: string; webhook_secret: string }>(
    sql`select api_key, webhook_secret from stripe_sandbox.settings`,
  )
  const { api_key: apiKey, webhook_secret: webhookSecret } = rows[0] as (typeof rows)[number]
  const desk = async (tx: Transaction): Promise<Desk> => {
    const { rows } = await tx.execute<{ ahead: number; delivery: string }>(
      sql`select ahead_seconds::float8 as ahead, delivery from stripe_sandbox.settings`,
    )
    const { ahead, delivery } = rows[0] as (typeof rows)[number]
    return deskOf(tx, new Date(clock().getTime() + ahead * 1000), delivery, `${publicUrl()}/sandbox`)
  }
  const at = <T>(work: (desk: Desk) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => work(await desk(tx)))

  const api = createApi({ db, log, apiKey, desk })
  await api.listen({ host: '127.0.0.1', port: 0 })
  const address = api.server.address()
  if (address === null || typeof address === 'string') throw new Error('the sandbox listens nowhere')

  /** One process at a time; each subscription in a transaction of its own. */
  const renew = async () => {
    const due = await at(dueSubscriptions)
    for (const id of due)
      await at(async (desk) => {
        await desk.tx.execute(sql`select pg_advisory_xact_lock(${RENEWALS})`)
        await advance(desk, id)
      })
  }
  const tick = async () => {
    await renew()
    const url = eventsUrl()
    if (url) await deliverDue(db, log, url, webhookSecret)
  }
  let running: Promise<void> | null = null
  const timer = setInterval(() => {
    running ??= tick()
      .catch((error: unknown) => log.warn({ err: error }, 'the sandbox could not do what is due'))
      .finally(() => {
        running = null
      })
  }, TICK_MS)
  timer.unref()

  return {
    host: '127.0.0.1',
    port: address.port,
    protocol: 'http',
    ...{ apiKey, webhookSecret, tick },
    pages: (app, mayOperate) => {
      const desks = { db, at }
      serveFont(app)
      serveCheckout(app, desks)
      servePortal(app, desks)
      serveOperator(app, desks, mayOperate, tick)
    },
    close: async () => {
      clearInterval(timer)
      await running
      await api.close()
    },
  }
}
