import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BusinessEvent } from '../../contract/business-events.ts'
import { recordBusinessEvents } from '../../server/core/business-events.ts'
import { NOBODY } from '../../server/core/context.ts'
import { businessEvents, owners } from '../../server/core/schema.ts'
import { type TransactionContext, withPlatformTransaction } from '../../server/core/transaction.ts'
import {
  createFor,
  DETAILS,
  eventsOf,
  join,
  openBusiness,
  type Person,
  person,
  submitted,
} from './business-world.ts'
import { startServer, type TestServer } from './harness.ts'

let server: TestServer
/** The first account runs the instance. */
let admin: Person
beforeAll(async () => {
  server = await startServer()
  admin = await person(server)
})
afterAll(() => server.stop())

type World = Awaited<ReturnType<typeof openBusiness>>
const audit = async (who: Person, { many }: Pick<World, 'many'>, query = '') => {
  const { status, body } = await who.json('GET', `${many}audit/?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as { count: number; next_cursor: string | null; results: BusinessEvent[] }
}
const kinds = (page: { results: BusinessEvent[] }) => page.results.map(({ kind }) => kind)

describe('the audit log', () => {
  it('says who did what, with what was before and after, the newest first', async () => {
    const world = await openBusiness(server, DETAILS)
    await world.owner.json('PUT', world.one, { city: 'Faro' })
    const { results } = await audit(world.owner, world)
    expect(results).toMatchObject([
      {
        kind: 'business.updated',
        actor: { kind: 'member', user_id: world.owner.userId, name: world.owner.username },
        ...{ target: 'Harbour & Co', before: { city: 'Porto' }, after: { city: 'Faro' }, reason: null },
      },
      { kind: 'business.created' },
    ])
    expect(results[0]?.address).toMatch(/127\.0\.0\.1|::1/)
  })

  it('lists the events of one request in the order in which they were written', async () => {
    const { id } = await openBusiness(server)
    const at = new Date('2026-11-20T10:00:00Z')
    const { platform } = server
    await withPlatformTransaction({ ...platform, clock: () => at }, (inner, tx) => {
      const ctx = { platform: inner, actor: NOBODY, address: '::1' } as unknown as TransactionContext
      const many = Array.from({ length: 2500 }, (_, n) => ({
        ...{ kind: 'member.invited' as const, target: `n${n}` },
      }))
      return recordBusinessEvents(ctx, tx, id, many)
    })
    const written = (await eventsOf(server, id)).filter(({ kind }) => kind === 'member.invited')
    expect(written.map(({ target }) => target)).toEqual(Array.from({ length: 2500 }, (_, n) => `n${n}`))
    expect(new Set(written.map(({ createdAt }) => createdAt.getTime()))).toEqual(new Set([at.getTime()]))
  })

  it('hides from members which person reviewed, and from where; the instance sees both', async () => {
    const world = await submitted(server)
    await admin.json('POST', `${world.many}review-verification/`, { is_approved: true })
    const [seen] = (await audit(world.owner, world)).results
    expect(seen).toMatchObject({
      actor: { kind: 'administrator', user_id: null, name: 'Filewright review' },
      address: null,
    })
    const [known] = (await audit(admin, world)).results
    expect(known).toMatchObject({ actor: { user_id: admin.userId, name: admin.username } })
    expect(known?.address).not.toBeNull()
    // Nor is it found out by a filter.
    for (const query of [`actor_id=${admin.userId}`, `query=${admin.username}`]) {
      expect((await audit(world.owner, world, query)).results).toEqual([])
      expect((await audit(admin, world, query)).results.length).toBeGreaterThan(0)
    }
    const csv = await (await world.owner.fetch(`${world.many}audit/export/`)).text()
    expect(csv).toContain('Filewright review')
    expect(csv).not.toContain(admin.username)
  })

  it('filters by kind, person, time and name, page by page', async () => {
    const world = await openBusiness(server, DETAILS)
    const colleague = await join(server, world.id, 'admin')
    for (const city of ['A', 'B', 'C']) await colleague.json('PUT', world.one, { city })
    const key = await colleague.json(
      'POST',
      '/api/v1/user/api-keys/',
      { name: '50%_nightly', scopes: ['storage:read'] },
      world.header,
    )
    expect(key.status).toBe(201)
    const all = await audit(world.owner, world)
    expect(kinds(all)).toEqual([
      ...['api_key.created', 'business.updated', 'business.updated', 'business.updated', 'business.created'],
    ])
    expect(kinds(await audit(world.owner, world, 'kind=business.updated'))).toHaveLength(3)
    expect(kinds(await audit(world.owner, world, `actor_id=${world.owner.userId}`))).toEqual([
      'business.created',
    ])
    expect(kinds(await audit(world.owner, world, `query=${colleague.username}`))).toHaveLength(4)
    expect(kinds(await audit(world.owner, world, `query=${encodeURIComponent('50%_')}`))).toEqual([
      'api_key.created',
    ])
    expect(kinds(await audit(world.owner, world, `query=${encodeURIComponent('5%n')}`))).toEqual([])
    const middle = all.results[2]?.at as string
    const since = kinds(await audit(world.owner, world, `since=${middle}`))
    const until = kinds(await audit(world.owner, world, `until=${middle}`))
    expect([since.length + until.length, since.length]).toEqual([5, 3])
    const walked: BusinessEvent[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await audit(world.owner, world, `page_size=2${cursor && `&cursor=${cursor}`}`)
      walked.push(...page.results)
      cursor = page.next_cursor
    }
    expect(walked).toEqual(all.results)
    for (const wrong of ['kind=business.sold', 'since=yesterday', 'actor_id=me', 'who=me'])
      expect((await world.owner.json('GET', `${world.many}audit/?${wrong}`)).status, wrong).toBe(400)
  })

  it('has the keys of a business, by name and scopes and never by their secret', async () => {
    const world = await openBusiness(server)
    const me = world.owner
    const make = (header: Record<string, string>) =>
      me.json('POST', '/api/v1/user/api-keys/', { name: 'nightly', scopes: ['storage:read'] }, header)
    const { id, key } = (await make(world.header)).body
    const own = (await make({})).body
    await me.json('DELETE', `/api/v1/user/api-keys/${id}/`, undefined, world.header)
    await me.json('DELETE', `/api/v1/user/api-keys/${own.id}/`)
    const events = await eventsOf(server, world.id)
    expect(events.slice(1)).toMatchObject([
      { kind: 'api_key.created', target: 'nightly', targetId: id, after: { scopes: ['storage:read'] } },
      { kind: 'api_key.revoked', target: 'nightly', targetId: id, before: { scopes: ['storage:read'] } },
    ])
    expect(JSON.stringify(events)).not.toContain(key)
  })

  it('is for owners and admins, and for each business its own', async () => {
    const world = await openBusiness(server)
    const other = await createFor(server, await person(server))
    for (const path of ['audit/', 'audit/export/']) {
      expect((await (await join(server, world.id, 'admin')).fetch(`${world.many}${path}`)).status).toBe(200)
      for (const role of ['manager', 'employee', 'billing', 'viewer'] as const)
        expect((await (await join(server, world.id, role)).fetch(`${world.many}${path}`)).status).toBe(403)
      expect((await world.owner.fetch(`${other.many}${path}`)).status).toBe(404)
    }
  })

  it('is exported whole as CSV, in which nothing is a formula', async () => {
    const world = await openBusiness(server, { name: '=1+1' })
    const rows = Array.from({ length: 1203 }, (_, n) => ({
      ...{ id: crypto.randomUUID(), businessId: world.id, kind: 'member.invited' as const },
      ...{ actorKind: 'member' as const, actorName: `@SUM(A${n})`, target: `-${n}, "x"` },
      createdAt: new Date(Date.UTC(2026, 0, 1, 0, 0, n % 7)),
    }))
    await server.platform.db.insert(businessEvents).values(rows)
    const sent = await world.owner.fetch(`${world.many}audit/export/?kind=member.invited`)
    expect(sent.headers.get('content-type')).toContain('text/csv')
    expect(sent.headers.get('content-disposition')).toMatch(
      new RegExp(`attachment.*audit-${world.biz}-\\d{4}`),
    )
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await sent.arrayBuffer())
    expect(text.startsWith('\uFEFFid,at,kind,')).toBe(true)
    const lines = text.trimEnd().split('\r\n').slice(1)
    expect(lines).toHaveLength(1203)
    expect(new Set(lines.map((line) => line.slice(0, 36))).size).toBe(1203)
    for (const line of lines) expect(line).toMatch(/,'@SUM\(A\d+\),"'-\d+, ""x""",/)
    const whole = await (await world.owner.fetch(`${world.many}audit/export/`)).text()
    expect(whole).toContain(",'=1+1,")
    // A filter that is wrong is a problem and no half table.
    expect((await world.owner.fetch(`${world.many}audit/export/?kind=no`)).status).toBe(400)
  })

  it('cannot be changed, in the database either; it goes with its business alone', async () => {
    const { id } = await openBusiness(server)
    const { db } = server.platform
    const cause = async (work: Promise<unknown>) =>
      String(
        (await work.then(
          () => null,
          (error: Error) => error.cause,
        )) ?? 'it was done',
      )
    const here = eq(businessEvents.businessId, id)
    for (const work of [
      () => db.update(businessEvents).set({ actorName: 'Nobody' }).where(here),
      () => db.delete(businessEvents).where(here),
      () => db.execute(sql`truncate business_events`),
    ])
      expect(await cause(Promise.resolve(work()))).toContain('only ever added to')
    expect(await eventsOf(server, id)).toHaveLength(1)
    await db.delete(owners).where(eq(owners.id, id))
    expect(await eventsOf(server, id)).toEqual([])
  })
})
