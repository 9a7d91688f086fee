import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_NAMES, SAMPLES } from '../../contract/samples.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ RATE_LIMITS: '1' }, 'real')
})
afterAll(() => server.stop())

const start = (client: Client, name: string, key?: string) =>
  client.json('POST', `/api/v1/conversion/sample/${name}/`, undefined, {
    ...(key && { 'idempotency-key': key }),
  })
const settled = async (client: Client, id: string) => {
  for (;;) {
    const { body } = await client.json('GET', `/api/v1/media_core/conversion/wait/${id}/?timeout=20`)
    const found = body.code
      ? (await client.json('GET', `/api/v1/docs_core/conversion/wait/${id}/?timeout=20`)).body
      : body
    if (found.status !== 'pending') return found
  }
}
const credits = async (client: Client) => (await client.json('GET', '/api/v1/docs_core/credits/')).body

describe('a sample', () => {
  it.each(SAMPLE_NAMES)('of %s is converted, and costs nothing', { timeout: 90_000 }, async (name) => {
    const client = await signUp(server.url)
    const { status, body } = await start(client, name)
    expect(status).toBe(202)
    const { file, family, target } = SAMPLES[name]
    const done = await settled(client, body.id)
    expect(done).toMatchObject({
      ...{ filename: file, family, target_format: target, operation: 'convert', status: 'completed' },
      ...{ credits_quoted: 0, credits_charged: 0 },
    })
    expect(done.output.size_bytes).toBeGreaterThan(0)
    expect(await credits(client)).toMatchObject({ remaining: 1000, held: 0 })
  })

  it('is started once for one key', async () => {
    const client = await signUp(server.url)
    const first = await start(client, 'image', 'the-same')
    expect((await start(client, 'image', 'the-same')).body).toEqual(first.body)
    expect((await client.json('GET', '/api/v1/conversion/')).body.count).toBe(1)
  })

  it('needs an account, a known name, and comes a few times an hour', async () => {
    expect((await start(new Client(server.url), 'image')).status).toBe(401)
    const client = await signUp(server.url)
    expect((await start(client, 'song')).status).toBe(404)
    for (let at = 0; at < 12; at++) expect((await start(client, 'image')).status).toBe(202)
    const { status, body } = await start(client, 'image')
    expect([status, body.code]).toEqual([429, 'too_many_requests'])
  })
})
