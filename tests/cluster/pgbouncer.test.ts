import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.js'
import { type Client, signUp } from '../server/harness.ts'
import { Member } from './member.ts'
import { isPgbouncerHere, Pgbouncer } from './pgbouncer.ts'
import { PostgresServer } from './postgres-server.ts'
import { Watchdog } from './watchdog.ts'

/**
 * Fewer than the requests that come at once, so that transactions of one client run on several
 * connections.
 */
const TRANSACTIONS = 2
const AT_ONCE = 12

describe.runIf(isPgbouncerHere)('behind PgBouncer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-pgbouncer-'))
  const watchdog = new Watchdog()
  let postgres: PostgresServer
  let pgbouncer: Pgbouncer
  let members: Member[] = []
  beforeAll(async () => {
    chmodSync(folder, 0o755)
    postgres = await PostgresServer.start(join(folder, 'postgres'), watchdog)
    pgbouncer = await Pgbouncer.start(join(folder, 'pgbouncer'), postgres.port, TRANSACTIONS, watchdog)
  }, 120_000)
  const stopMembers = () => Promise.all(members.splice(0).map((member) => member.stop()))
  afterAll(async () => {
    await stopMembers()
    await pgbouncer.stop()
    await postgres.down()
    watchdog.close()
    rmSync(folder, { recursive: true, force: true })
  }, 60_000)

  async function startBoth(settings: Record<string, string>): Promise<Client> {
    const port = await freePort()
    const common = {
      DATA_DIR: join(folder, 'data'),
      RATE_LIMITS: '1000',
      SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    }
    members = (['web', 'worker'] as const).map(
      (role) => new Member(role, role, { port, watchdog, settings: { ...common, ...settings } }),
    )
    await Promise.all(members.map((member) => member.start()))
    return signUp(`http://127.0.0.1:${port}`)
  }

  it.each([
    ['everything in session mode', () => ({ DATABASE_URL: pgbouncer.url('session') })],
    [
      'queue and LISTEN in session mode, the rest in transaction mode',
      () => ({ DATABASE_URL: pgbouncer.url('transaction'), DATABASE_SESSION_URL: pgbouncer.url('session') }),
    ],
  ])(
    '%s: takes requests, listens and converts',
    async (_, settings) => {
      const me = await startBoth(settings())
      const sent = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, at) => me.convert(`# Number ${at}\n`, {}, { key: `key-${at}` })),
      )
      expect(sent.map(({ status }) => status)).toEqual(Array(AT_ONCE).fill(202))
      // The connection that listens sends notifications as well.
      const listening = await postgres.query(
        `select from pg_stat_activity where query like 'listen %' or query like 'select pg_notify(%'`,
      )
      expect(listening.length).toBeGreaterThanOrEqual(members.length)
      for (const { body } of sent) expect(await me.wait(body.id)).toMatchObject({ status: 'completed' })
      const { body } = await me.json('GET', '/api/v1/docs_core/credits/')
      expect(body).toMatchObject({ held: 0 })
      for (const member of members) expect(member.log()).not.toMatch(/"level":(?:50|60)/)
      await stopMembers()
    },
    240_000,
  )
})
