import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { freePort } from '../../scripts/free-port.js'
import { reconcilePayments } from '../../server/core/billing/sync.ts'
import { type Client, signUp, startServer } from './harness.ts'
import { end, type ServerProcess, spawnServer, until } from './process.ts'
import { books, payAt, SUBSCRIPTION } from './till.ts'

export interface Storm {
  purchases: number
  kills: number
}

export interface Aftermath {
  paid: number
  kills: number
  /** Paid at the provider, and not given here. */
  lost: number
  /** Given more than once, or without a payment. */
  double: number
  books: Record<string, number> | undefined
}

const BUYERS = 10
const AT_ONCE = 6
const DELIVERIES = ['now', 'late', 'twice', 'shuffled', 'withheld'] as const

/**
 * Buys packs while events come late, twice, in another order or not at all, browsers come back
 * once, twice or never, and the server is killed again and again. Ends with the reconciliation, and
 * counts what was lost and what was given twice.
 */
export async function storm(
  folder: string,
  database: string,
  { purchases, kills }: Storm,
): Promise<Aftermath> {
  // A server that is killed comes back on it, so that addresses of checkouts stay true.
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const shared = { DATABASE_URL: database, SECRET_KEY: randomBytes(32).toString('base64') }
  const launch = () => spawnServer(folder, { ...shared, PORT: port, PUBLIC_URL: url })
  let server: ServerProcess = await launch()
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  try {
    const buyers: Client[] = []
    for (let at = 0; at < BUYERS; at++) buyers.push(await signUp(url))
    let begun = 0
    let killed = 0
    const patiently = <T>(work: () => Promise<T | undefined>) => until(120, work)
    const buy = async () => {
      for (;;) {
        const number = begun++
        if (number >= purchases) return
        const buyer = buyers[number % BUYERS] as Client
        const headers = { 'idempotency-key': `storm ${number}` }
        const checkout = await patiently(async () => {
          const path = `${SUBSCRIPTION}/purchase_initiate/pay-as-you-go/`
          const { status, body } = await buyer.json('POST', path, { pack: 'pack-250' }, headers)
          return status === 201 ? String(body.checkout_url) : undefined
        })
        // Paid, or paid before by a request whose answer was lost.
        const back = await patiently(async () => {
          const answer = await payAt(checkout)
          if (answer.status === 303) return answer.headers.get('location') ?? '-'
          return answer.status === 200 && (await answer.text()).includes('This is paid') ? '-' : undefined
        })
        const returns = back === '-' ? 0 : number % 3
        for (let visit = 0; visit < returns; visit++)
          await fetch(back, { redirect: 'manual' }).catch(() => undefined)
      }
    }
    const every = Math.max(1, Math.floor(purchases / (kills + 1)))
    const killer = async () => {
      while (killed < kills) {
        await until(300, async () => begun >= every * (killed + 1))
        await end(server.child, 'SIGKILL')
        const how = DELIVERIES[killed % DELIVERIES.length]
        await client.query('update stripe_sandbox.settings set delivery = $1', [how])
        server = await launch()
        killed++
      }
    }
    await Promise.all([killer(), ...Array.from({ length: AT_ONCE }, buy)])
    await end(server.child, 'SIGTERM')

    const after = await startServer({ ...shared, DATABASE_POOL: '4' })
    try {
      await reconcilePayments({ ...after.platform, clock: () => new Date(Date.now() + 3_600_000) })
      const { rows } = await client.query(`
        with paid as (
          select (body->'metadata'->>'purchase_id')::uuid as id from stripe_sandbox.objects
          where kind = 'payment_intent' and body->>'status' = 'succeeded'
        )
        select (select count(*)::int from paid) as paid,
          (select count(*)::int from paid left join credit_lots l on l.reference = paid.id and l.source = 'pack'
            where l.id is null) as lost,
          (select count(*)::int from credit_lots l where source = 'pack'
            and (select count(*) from paid where paid.id = l.reference) <> 1) as double`)
      return { ...rows[0], kills: killed, books: await books(after) }
    } finally {
      await after.stop()
    }
  } finally {
    await end(server.child, 'SIGKILL')
    await client.end()
  }
}
