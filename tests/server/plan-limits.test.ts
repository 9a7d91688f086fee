import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { payAt, SUBSCRIPTION, startPlan, untilFulfilled } from './till.ts'

let server: TestServer
beforeAll(async () => {
  // Limits of plans count whatever the instance's own factor is.
  server = await startServer({
    ...{ RATE_LIMITS: '0', CONCURRENCY: '4' },
    ...{ PARALLEL_CONVERSIONS: '1', REQUESTS_PER_MINUTE: '5' },
  })
  await server.platform.db.execute(sql`update offers set terms = jsonb_set(terms, '{limits}',
    terms->'limits' || '{"parallel_conversions": 2, "requests_per_minute": 8}') where code = 'starter'`)
})
afterAll(() => server.stop())

async function buyStarter(client: Client) {
  const { purchase_id, checkout_url } = await startPlan(client, 'starter')
  const paid = await payAt(checkout_url)
  await fetch(paid.headers.get('location') ?? '', { redirect: 'manual' })
  await untilFulfilled(client, purchase_id)
}

describe('conversions at the same time', () => {
  const runningOf = (name: string) => [...server.held.running].filter((content) => content.includes(name))

  it('are as many as the plan allows; others do not wait for them, and another plan counts at once', async () => {
    const [ana, ben] = [await signUp(server.url), await signUp(server.url)]
    const ids = [(await ana.convert('hold ana1')).body.id]
    await server.held.started('hold ana1')
    for (const at of [2, 3, 4]) ids.push((await ana.convert(`hold ana${at}`)).body.id)
    const { body } = await ben.convert('anything')
    expect(await ben.wait(body.id), 'the places beside are free for others').toMatchObject({
      status: 'completed',
    })
    expect(runningOf('ana')).toHaveLength(1)

    await buyStarter(ana)
    await vi.waitFor(() => expect(runningOf('ana')).toHaveLength(2), { timeout: 10_000 })
    for (const at of [1, 2, 3, 4]) server.held.release(`ana${at}`)
    for (const id of ids) expect(await ana.wait(id)).toMatchObject({ status: 'completed' })
  })

  it('are not limited where the platform works for itself', async () => {
    const client = await signUp(server.url)
    const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47])
    const { body } = await client.convert(
      png,
      { target_format: 'webp' },
      { name: 'a.png', path: '/api/v1/convert/image/convert/' },
    )
    await client.wait(body.id)
    expect((await client.fetch(`/api/v1/conversion/${body.id}/thumbnail/`)).status).toBe(200)
    const { rows } = await server.platform.db.execute<{ service: boolean; limited: boolean }>(sql`
      select service, job.group_tier is not null as limited from pgboss.job job
      join conversions on conversions.id::text = job.data->>'conversionId'
      where job.name = 'convert' and source_key = (select source_key from conversions where id = ${body.id})
      order by service`)
    expect(rows).toEqual([
      { service: false, limited: true },
      { service: true, limited: false },
    ])
  })
})

describe('API requests in a minute', () => {
  const withKey = async (client: Client) => {
    const { body } = await client.json('POST', '/api/v1/user/api-keys/', {
      ...{ name: 'nightly', scopes: ['account:read'] },
    })
    const program = new Client(server.url)
    return () => program.json('GET', '/api/v1/user/me/', undefined, { authorization: `Bearer ${body.key}` })
  }

  it('are refused beyond the plan, with the time to wait; pages of the same account are not', async () => {
    const client = await signUp(server.url)
    const ask = await withKey(client)
    const answers = await Promise.all(Array.from({ length: 9 }, ask))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toMatchObject({
      code: 'too_many_requests',
      detail: expect.stringMatching(/^Your plan allows 5 API requests a minute\./),
    })
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await client.json('GET', '/api/v1/user/me/')).status).toBe(200)

    await buyStarter(client)
    expect((await ask()).status, 'another plan counts at once').toBe(200)
  })

  it('are named in the plan', async () => {
    const client = await signUp(server.url)
    const { body } = await client.json('GET', `${SUBSCRIPTION}/current/`)
    expect(body.limits).toMatchObject({ parallel_conversions: 1, requests_per_minute: 5 })
  })
})
