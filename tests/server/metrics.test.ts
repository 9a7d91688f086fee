import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.js'
import { signUp, startServer, type TestServer } from './harness.ts'

const TOKEN = 'a-token-of-the-operator'

/** The samples of a metric, by their labels. */
function samples(text: string, name: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [, metric, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (metric === name) found.set(labels, Number(value))
  }
  return found
}

const read = async (url: string, token?: string) =>
  fetch(`${url}/metrics`, { headers: token ? { authorization: `Bearer ${token}` } : {} })

describe('metrics', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ METRICS_TOKEN: TOKEN })
  })
  afterAll(() => server.stop())

  it('are there for the operator’s token alone', async () => {
    expect((await read(server.url)).status).toBe(401)
    expect((await read(server.url, 'another-token-of-somebody')).status).toBe(401)
    const answer = await read(server.url, TOKEN)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect(samples(await answer.text(), 'filewright_info').size).toBe(1)
  })

  it('count requests and conversions, by labels that name no person and no file', async () => {
    const client = await signUp(server.url)
    const { body } = await client.convert('# A secret text', {}, { name: 'secret-name.md' })
    expect((await client.wait(body.id)).status).toBe('completed')
    await client.fetch('/api/v1/no-such-path/secret-name')
    const text = await (await read(server.url, TOKEN)).text()
    const requests = samples(text, 'filewright_http_request_duration_seconds_count')
    expect(requests.get('operation="signUp",status="201"')).toBe(1)
    expect([...requests.keys()].filter((labels) => labels.includes('status="404"'))).toEqual([
      'operation="other",status="404"',
    ])
    const conversions = samples(text, 'filewright_conversion_duration_seconds_count')
    expect(conversions.get('family="document",operation="convert",result="completed"')).toBe(1)
    for (const word of [client.username, 'secret', body.id, '@']) expect(text).not.toContain(word)
  })

  it('tell of the queue, the engines, the database and the disk', async () => {
    const text = await (await read(server.url, TOKEN)).text()
    const queues = samples(text, 'filewright_queue_jobs')
    expect(queues.has('queue="convert",state="ready"')).toBe(true)
    expect(queues.has('queue="webhook",state="active"')).toBe(true)
    expect(samples(text, 'filewright_queue_oldest_seconds').get('queue="convert_dead"')).toBe(0)
    expect(samples(text, 'filewright_database_connections').get('state="waiting"')).toBe(0)
    expect(samples(text, 'filewright_disk_free_bytes').get('')).toBeGreaterThan(0)
    expect(samples(text, 'nodejs_eventloop_lag_p99_seconds').size).toBe(1)
  })

  it('have every metric that the dashboard and the alerts ask for', async () => {
    const text = await (await read(server.url, TOKEN)).text()
    const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
    const asked = ['grafana-dashboard.json', 'alerts.yaml'].flatMap((name) => [
      ...readFileSync(new URL(`../../deploy/monitoring/${name}`, import.meta.url), 'utf8').matchAll(
        /\b(?:filewright|nodejs|process)_\w+/g,
      ),
    ])
    const names = asked.map(([name]) => name.replace(/_(bucket|count|sum)$/, ''))
    expect(names.length).toBeGreaterThan(20)
    expect([...new Set(names)].filter((name) => !known.has(name))).toEqual([])
  })
})

describe('without a token', () => {
  it('there are none beside the API', async () => {
    const server = await startServer()
    try {
      expect((await read(server.url)).status).toBe(404)
    } finally {
      await server.stop()
    }
  })

  it('a worker has them on a port of their own', async () => {
    const port = await freePort()
    const server = await startServer({ ROLE: 'worker', METRICS_PORT: String(port) })
    try {
      const text = await (await read(`http://127.0.0.1:${port}`)).text()
      expect([...samples(text, 'filewright_info').keys()][0]).toContain('role="worker"')
    } finally {
      await server.stop()
    }
    await expect(read(`http://127.0.0.1:${port}`)).rejects.toThrow()
  })
})
