import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { users } from '../../server/core/schema.ts'
import { createDatabase } from '../postgres/database.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { openOtlpReceiver, type ReceivedSpan } from './otlp-receiver.ts'
import { end, type ServerProcess, spawnServer, until } from './process.ts'
import { openReceiver } from './receiver.ts'
import { webhooksOf } from './webhook-desk.ts'

type Collector = Awaited<ReturnType<typeof openOtlpReceiver>>

const tracedTo = (collector: { url: string }, settings: Record<string, string> = {}) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_BSP_SCHEDULE_DELAY: '20',
  ...settings,
})
const isRequest = (operation: string) => (span: ReceivedSpan) =>
  span.attributes['filewright.api.operation'] === operation
const isOf = (name: string, conversion: string) => (span: ReceivedSpan) =>
  span.name === name && span.attributes['filewright.conversion'] === conversion

describe('a trace through two processes', () => {
  let collector: Collector
  let worker: TestServer
  let web: ServerProcess
  beforeAll(async () => {
    collector = await openOtlpReceiver()
    worker = await startServer(tracedTo(collector, { ROLE: 'worker' }), 'real')
    web = await spawnServer(
      worker.folder,
      tracedTo(collector, {
        ROLE: 'web',
        DATABASE_URL: worker.database,
        OTEL_SERVICE_NAME: 'files',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial',
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=blue',
      }),
    )
  })
  afterAll(async () => {
    await end(web.child, 'SIGTERM')
    await worker.stop()
    await collector.close()
  })

  it('leads from the request through the queue to the worker, the engine and the end of the conversion', async () => {
    const client = await signUp(web.url)
    const { body } = await client.convert('# A heading', { target_format: 'html' })
    expect((await client.wait(body.id)).status).toBe('completed')

    const convert = await collector.find(isOf('convert', body.id))
    const submit = await collector.find(isOf('submit conversion', body.id))
    const request = await collector.find(({ spanId }) => spanId === submit.parentId)
    await collector.find(({ traceId, kind }) => traceId === request.traceId && kind === 'consumer')
    const own = collector.spans.filter(({ traceId }) => traceId === request.traceId)
    const child = (parent: ReceivedSpan, name: string) => {
      const found = own.find((span) => span.parentId === parent.spanId && span.name === name)
      if (!found) throw new Error(`no ${name} below ${parent.name}: ${own.map((one) => one.name)}`)
      return found
    }
    expect(request).toMatchObject({
      ...{ name: 'POST /api/v1/pdf_handler/convert/', kind: 'server', parentId: '', failed: false },
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/api/v1/pdf_handler/convert/',
        'http.response.status_code': 202,
      },
      resource: { 'service.name': 'files', 'deployment.environment.name': 'trial', 'filewright.role': 'web' },
    })
    expect(submit.attributes).toMatchObject({
      'filewright.family': 'document',
      'filewright.source_format': 'md',
      'filewright.target_format': 'html',
    })
    expect(child(submit, 'store write').attributes).toMatchObject({ 'filewright.store.kind': 'uploads' })
    const producer = child(child(submit, 'transaction'), 'send convert')
    expect(producer).toMatchObject({ kind: 'producer', attributes: { 'messaging.message.id': body.id } })
    const consumer = child(producer, 'process convert')
    expect(consumer).toMatchObject({
      kind: 'consumer',
      resource: { 'service.name': 'filewright', 'filewright.role': 'worker' },
    })
    expect(convert.parentId).toBe(consumer.spanId)
    expect(child(convert, 'store copy').kind).toBe('client')
    expect(own.filter(({ name }) => name.startsWith('engine ')).length).toBeGreaterThan(0)
    const engine = own.find(({ parentId, name }) => parentId === convert.spanId && name.startsWith('engine '))
    expect(engine?.attributes).toMatchObject({
      'filewright.operation': 'convert',
      'filewright.source_format': 'md',
      'filewright.target_format': 'html',
      'filewright.engine.exit': 'completed',
      'filewright.input_bytes': 11,
    })
    expect(engine?.attributes['filewright.output_bytes']).toBeGreaterThan(0)
    expect(child(convert, 'store write').attributes).toMatchObject({ 'filewright.store.kind': 'outputs' })
    expect(child(child(convert, 'settle'), 'transaction').failed).toBe(false)
    expect(convert.ended - convert.begun).toBeGreaterThan(0)
  })

  it('sends the headers of OTEL_EXPORTER_OTLP_HEADERS', () => {
    expect(collector.headers.map((headers) => headers['x-tenant'])).toContain('blue')
  })

  it('says why a conversion failed', async () => {
    const client = await signUp(web.url)
    const { body } = await client.convert(
      new Uint8Array(Buffer.from('%PDF-1.7\nnothing more')),
      {
        target_format: 'txt',
      },
      { name: 'broken.pdf' },
    )
    const ended = await client.wait(body.id)
    expect(ended.status).toBe('failed')
    const convert = await collector.find(isOf('convert', body.id))
    const { code } = ended.error
    expect(convert).toMatchObject({ failed: true, reason: code, attributes: { 'error.type': code } })
    const engine = await collector.find(
      ({ parentId, name }) => parentId === convert.spanId && name.startsWith('engine '),
    )
    expect(engine).toMatchObject({ failed: true, attributes: { 'filewright.engine.exit': code } })
  })

  it('gives each line of a request’s log the id of its trace', async () => {
    const { traceId } = await collector.find(isRequest('signUp'))
    await until(10, async () => web.log().includes(`"trace_id":"${traceId}"`))
  })
})

describe('what a client says of its trace', () => {
  const THEIRS = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
  const asked = `00-${THEIRS.traceId}-${THEIRS.spanId}-01`
  let collector: Collector
  let server: TestServer | null = null
  beforeAll(async () => {
    collector = await openOtlpReceiver()
  })
  afterEach(() => server?.stop())
  afterAll(() => collector.close())
  const health = async (traceparent: string, settings: Record<string, string> = {}) => {
    server = await startServer(tracedTo(collector, { ROLE: 'web', ...settings }))
    collector.spans.length = 0
    const headers = { traceparent, tracestate: 'vendor=mark' }
    await fetch(`${server.url}/api/v1/health/`, { headers })
  }

  it('is a link, and decides neither the trace nor whether it is sampled', async () => {
    await health(asked)
    const request = await collector.find(isRequest('getHealth'))
    expect(request).toMatchObject({ parentId: '', links: [THEIRS] })
    expect(request.traceId).not.toBe(THEIRS.traceId)
    await server?.stop()
    await health(asked, { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' })
    await server?.stop()
    server = null
    expect(collector.spans).toEqual([])
  })

  it('is nothing where it is no traceparent of W3C’s', async () => {
    await health(`00-${'0'.repeat(32)}-${THEIRS.spanId}-01`)
    expect(await collector.find(isRequest('getHealth'))).toMatchObject({ parentId: '', links: [] })
  })

  it('is the parent where the operator vouches for it', async () => {
    await health(asked, { TRUST_TRACEPARENT: 'true', OTEL_TRACES_SAMPLER: 'parentbased_always_off' })
    const request = await collector.find(isRequest('getHealth'))
    expect(request).toMatchObject({ traceId: THEIRS.traceId, parentId: THEIRS.spanId, links: [] })
  })
})

it('sends what is left when it stops', async () => {
  const collector = await openOtlpReceiver()
  const server = await startServer(tracedTo(collector, { ROLE: 'web', OTEL_BSP_SCHEDULE_DELAY: '600000' }))
  expect((await fetch(`${server.url}/api/v1/health/`)).status).toBeGreaterThan(0)
  expect(collector.spans).toEqual([])
  await server.stop()
  expect(collector.spans.filter(isRequest('getHealth'))).toHaveLength(1)
  await collector.close()
})

it.each([
  ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
  ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
  ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
])('refuses %s=%s, and names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name)
})

it('sends nothing where the sampler is off, and converts as ever', async () => {
  const collector = await openOtlpReceiver()
  const server = await startServer(tracedTo(collector, { OTEL_TRACES_SAMPLER: 'always_off' }))
  const client = await signUp(server.url)
  const { body } = await client.convert('# A heading')
  expect((await client.wait(body.id)).status).toBe('completed')
  await server.stop()
  await collector.close()
  expect(collector.bodies).toEqual([])
})

it('tells no word of people: no token, no name of a file, no address, no message', async () => {
  const MARK = 'zzmarkzz'
  const collector = await openOtlpReceiver()
  const server = await startServer(tracedTo(collector, { WEBHOOKS_TO: '127.0.0.0/8' }))
  const client = new Client(server.url)
  await client.json('POST', '/api/v1/user/auth/signup/', {
    username: `${MARK}person`,
    email: `${MARK}@mail.example`,
    password: `${MARK} horse`,
  })
  const hook = await openReceiver()
  await webhooksOf(client).create(hook.url(`/${MARK}?token=${MARK}`), { description: MARK })
  const { body } = await client.convert(`# ${MARK}`, { external_token: MARK }, { name: `${MARK}.md` })
  expect((await client.wait(body.id)).status).toBe('completed')
  const share = await client.json('POST', '/api/v1/user/shares/', {
    conversion_id: body.id,
    password: `${MARK} word`,
  })
  expect(share.status).toBe(201)
  const token = new URL(share.body.url).pathname.split('/').filter(Boolean).at(-1) as string
  expect((await client.fetch(`/api/v1/user/shares/public/${token}/`)).status).toBe(200)
  const headers = { 'user-agent': MARK, tracestate: `a=${MARK}`, traceparent: MARK }
  const authorization = `Bearer ${MARK}`
  for (const [path, status, more] of [
    [`/api/v1/user/shares/public/${MARK}/`, 404, {}],
    [`/api/v1/pdf_handler/signing/sign/${MARK}/`, 404, {}],
    [`/api/v1/${MARK}/`, 404, {}],
    [`/api/v1/docs_core/conversion/wait/${MARK}/?query=${MARK}`, 401, { authorization }],
  ] as const)
    expect((await fetch(`${server.url}${path}`, { headers: { ...headers, ...more } })).status, path).toBe(
      status,
    )
  const login = await client.json('POST', '/api/v1/user/auth/login/', { username: MARK, password: MARK })
  expect(login.status).toBe(401)
  const reset = await client.json('POST', '/api/v1/user/auth/password-reset/', {
    email: `${MARK}@mail.example`,
  })
  expect(reset.status).toBe(202)
  for (const operation of ['signUp', 'getPublicShare', 'viewSigning', 'logIn', 'requestPasswordReset'])
    await collector.find(isRequest(operation))
  await collector.find(({ name }) => name === 'deliver webhook')
  await collector.find(({ name }) => name === 'deliver mail')
  await server.stop()
  await Promise.all([collector.close(), hook.close()])
  expect(hook.received.length).toBeGreaterThan(0)
  const sent = collector.bodies.join('\n')
  const cookies = [...client.cookies.values()]
  expect(cookies.length).toBeGreaterThan(0)
  for (const secret of [MARK, token, ...cookies, 'mail.example', '127.0.0.1'])
    expect(sent).not.toContain(secret)
})

it('a collector that is away is told of once a minute, and by no text of its own', async () => {
  const server = await startServer(
    tracedTo({ url: 'http://127.0.0.1:1' }, { OTEL_EXPORTER_OTLP_TIMEOUT: '50' }),
  )
  const client = await signUp(server.url)
  const warnings = () => server.logged.filter((line) => line.includes('traces could not be sent'))
  await until(20, async () => warnings().length > 0)
  const { body } = await client.convert('# A heading')
  expect((await client.wait(body.id)).status).toBe('completed')
  await server.stop()
  expect(warnings().map((line) => JSON.parse(line).reason)).toEqual(['ECONNREFUSED'])
})

it('a collector that does not answer holds up neither requests nor the stop', async () => {
  const answers: ServerResponse[] = []
  const collector = await openReceiver((_request, response) => void answers.push(response))
  const settings = tracedTo({ url: collector.url('') }, { OTEL_EXPORTER_OTLP_TIMEOUT: '600000' })
  const server = await startServer(settings)
  const client = await signUp(server.url)
  await until(20, async () => answers.length > 0)
  const { body } = await client.convert('# A heading')
  expect((await client.wait(body.id)).status).toBe('completed')
  const began = performance.now()
  await server.stop()
  expect(performance.now() - began).toBeLessThan(60_000)
  expect(answers.every((answer) => !answer.writableEnded)).toBe(true)
  await collector.close()
})

describe('what follows from a request', () => {
  let collector: Collector
  let server: TestServer
  let attempts = 0
  let hook: Awaited<ReturnType<typeof openReceiver>>
  beforeAll(async () => {
    collector = await openOtlpReceiver()
    hook = await openReceiver((_request, response) => {
      response.statusCode = ++attempts === 1 ? 500 : 204
      response.end()
    })
    server = await startServer(tracedTo(collector, { WEBHOOKS_TO: '127.0.0.0/8', PARALLEL_CONVERSIONS: '1' }))
  })
  afterAll(async () => {
    await server.stop()
    await Promise.all([collector.close(), hook.close()])
  })
  const parentOf = (span: ReceivedSpan) => collector.find(({ spanId }) => spanId === span.parentId)

  it('mail belongs to the trace of the request that sent it', async () => {
    await signUp(server.url)
    const deliver = await collector.find(({ name }) => name === 'deliver mail')
    const consumer = await parentOf(deliver)
    expect(consumer).toMatchObject({ name: 'process message', kind: 'consumer' })
    const producer = await parentOf(consumer)
    expect(producer).toMatchObject({ name: 'send message', kind: 'producer' })
    expect((await collector.find(isRequest('signUp'))).traceId).toBe(producer.traceId)
  })

  it('a webhook’s first attempt belongs to the trace of its event, and its retry is linked to it', async () => {
    const client = await signUp(server.url)
    const { id } = await webhooksOf(client).create(hook.url())
    const { body } = await client.convert('# A heading')
    await client.wait(body.id)
    await hook.nth(1)
    const deliver = await collector.find(({ name }) => name === 'deliver webhook')
    expect(deliver).toMatchObject({ failed: true, reason: '500', kind: 'client' })
    expect((await collector.find(isOf('submit conversion', body.id))).traceId).toBe(deliver.traceId)
    const [{ id: delivery } = { id: '' }] = await webhooksOf(client).deliveries(id)
    await hook.nth(2)
    const retry = await collector.find(
      ({ name, links, attributes }) =>
        name === 'process webhook' && links.length > 0 && attributes['messaging.message.id'] === delivery,
    )
    expect(retry.links[0]?.traceId).toBe(deliver.traceId)
    expect(retry).toMatchObject({ parentId: '' })
    expect(retry.traceId).not.toBe(deliver.traceId)
  })

  it('a job of an earlier version, which has no traceparent, begins a trace of its own', async () => {
    const client = await signUp(server.url)
    await client.convert('hold first')
    const { body } = await client.convert('second')
    const { rows } = await server.platform.db.execute(sql`
      update pgboss.job set data = data - 'traceparent'
      where data->>'conversionId' = ${body.id} and state = 'created' and data ? 'traceparent' returning id`)
    expect(rows).toHaveLength(1)
    server.held.release('first')
    expect((await client.wait(body.id)).status).toBe('completed')
    const convert = await collector.find(isOf('convert', body.id))
    expect(await parentOf(convert)).toMatchObject({ name: 'process convert', parentId: '', links: [] })
    expect((await collector.find(isOf('submit conversion', body.id))).traceId).not.toBe(convert.traceId)
  })

  it('a slow statement is a span with its name, without its text and its values', async () => {
    const { tracer, db } = server.platform
    await tracer.span('trial', { parent: null }, async () => {
      await db.execute(sql`select pg_sleep(0.05), ${'zzvaluezz'}::text from ${users} limit 1`)
      await db.execute(sql`select 'quick' from ${users} limit 1`)
    })
    const trial = await collector.find(({ name }) => name === 'trial')
    const statements = collector.spans.filter(({ parentId }) => parentId === trial.spanId)
    expect(statements).toMatchObject([
      { name: 'SELECT users', attributes: { 'db.operation.name': 'SELECT', 'db.collection.name': 'users' } },
    ])
    expect((statements[0]?.ended ?? 0) - (statements[0]?.begun ?? 0)).toBeGreaterThan(40)
    expect(collector.bodies.join('')).not.toMatch(/zzvaluezz|pg_sleep/)
  })
})

describe('without OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  /** The packages of OpenTelemetry whose files a process has opened when it is ready. */
  const loadedBy = async (settings: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), 'filewright-tracing-'))
    const database = await createDatabase()
    const list = join(import.meta.dirname, 'loaded-modules.mjs')
    const server = await spawnServer(folder, {
      ...{ DATABASE_URL: database.url, NODE_OPTIONS: `--import=${list}`, ...settings },
    })
    try {
      server.child.kill('SIGUSR2')
      const said = await until(10, async () => /loaded: (.*)\n/.exec(server.log())?.[1])
      return [...new Set(said.match(/@opentelemetry\/[\w-]+/g))].sort()
    } finally {
      await end(server.child, 'SIGTERM')
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    }
  }

  it('no package of OpenTelemetry’s is loaded but the API, which the queue brings', async () => {
    expect(await loadedBy({})).toEqual(['@opentelemetry/api'])
  })

  it('with it, the SDK is', async () => {
    const loaded = await loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' })
    expect(loaded).toContain('@opentelemetry/sdk-trace')
  })
})
