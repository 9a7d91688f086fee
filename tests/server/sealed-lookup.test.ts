import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SealedHere } from '../../contract/verify.ts'
import { LIMIT_RULES } from '../../server/core/limit-rules.ts'
import { sweepAccounts } from '../../server/worker/sweep-accounts.ts'
import { startServer, type TestServer } from './harness.ts'
import { until } from './process.ts'
import { setClock } from './safe-accounts.ts'
import {
  type Owner,
  owner,
  person,
  SESSIONS,
  SIGNING,
  session,
  signs,
  stranger,
  tokenOf,
} from './signing-desk.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: '1' })
})
afterAll(() => server.stop())

const ask = (sha256: string) => stranger(server).json('POST', `${SIGNING}verify/`, { sha256 })
const known = async (sha256: string): Promise<SealedHere | null> => (await ask(sha256)).body.sealed

/** A session that is over, with the hash of what came of it. */
async function sealed(me: Owner) {
  const one = person({ name: 'Ana Ruiz' })
  const made = await session(me, [one], { title: 'Lease of the mill' })
  await signs(stranger(server), await tokenOf(server, one))
  const at = `${SESSIONS}${made.id}/`
  await until(20, async () => (await me.json('GET', at)).body.state === 'completed')
  const bytes = Buffer.from(await (await me.fetch(`${at}result/`)).arrayBuffer())
  return { one, made, at, bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** Does to a log what only whoever has the database can do. */
const tamper = (what: ReturnType<typeof sql>) =>
  server.platform.db.transaction(async (tx) => {
    await tx.execute('alter table signing_events disable trigger signing_events_kept')
    await tx.execute(what)
    await tx.execute('alter table signing_events enable trigger signing_events_kept')
  })

describe('what an instance knows of a file', () => {
  it('is that it sealed it, with the last row of the log as the certificate has it, and no name', async () => {
    const { made, one, bytes, sha256 } = await sealed(await owner(server))
    const { status, body } = await ask(sha256)
    expect([status, body.sealed.session_id, body.sealed.acted]).toEqual([200, made.id, 1])
    const { certificate } = JSON.parse(bytes.toString().split('\n')[1] ?? '')
    expect(certificate.session_id).toBe(made.id)
    expect(body.sealed.log).toEqual({ intact: true, as_certified: true, ...certificate.end })
    const said = JSON.stringify(body)
    for (const secret of [one.name, one.email, 'mill', 'Lease', '127.0.0.1'])
      expect(said).not.toContain(secret)
  })

  it('is nothing where a byte is another one, and of what is no result', async () => {
    const { bytes, one } = await sealed(await owner(server))
    const other = Buffer.from(bytes)
    other[0] = (other[0] as number) ^ 1
    expect(await known(createHash('sha256').update(other).digest('hex'))).toBeNull()
    // Nobody learns by its hash whether a document, or an image of a signature, lies here.
    const { rows } = await server.platform.db.execute<{ kind: string; sha256: string }>(
      sql`select kind, f.sha256 from signing_files f join signing_recipients r using (session_id) where r.id = ${one.id}`,
    )
    expect(rows.map(({ kind }) => kind).sort()).toEqual(['document', 'picture', 'result'])
    for (const { kind, sha256 } of rows) if (kind !== 'result') expect(await known(sha256)).toBeNull()
  })

  it('tells where its log is not what it was', async () => {
    const { made, sha256 } = await sealed(await owner(server))
    const before = await known(sha256)
    await tamper(sql`update signing_events set who = 'Somebody' where session_id = ${made.id} and number = 2`)
    expect((await known(sha256))?.log).toEqual({ ...before?.log, intact: false })
    await tamper(sql`delete from signing_events where session_id = ${made.id}`)
    expect((await known(sha256))?.log).toEqual({
      ...before?.log,
      intact: false,
      as_certified: false,
      hash: null,
    })
  })

  it('is nothing once the session, or the account, is gone', async () => {
    const me = await owner(server)
    const [removed, left] = [await sealed(me), await sealed(me)]
    await me.json('DELETE', removed.at)
    expect(await known(removed.sha256)).toBeNull()
    expect(await known(left.sha256)).not.toBeNull()
    expect((await me.json('DELETE', '/api/v1/user/me/')).status).toBe(200)
    setClock(server, 15 * 86_400_000)
    try {
      await sweepAccounts(server.platform)
    } finally {
      setClock(server, 0)
    }
    expect(await known(left.sha256)).toBeNull()
  })

  it('is told only so often to one address', async () => {
    await server.platform.limits.forget(LIMIT_RULES.sealedAddress, '127.0.0.1')
    for (let at = 0; at < LIMIT_RULES.sealedAddress.points; at++)
      expect((await ask('0'.repeat(64))).status).toBe(200)
    expect((await ask('0'.repeat(64))).body.code).toBe('too_many_requests')
  })
})
