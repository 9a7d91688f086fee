import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiKey } from '../../contract/access.ts'
import type { PipelineRun } from '../../contract/pipelines.ts'
import type { SigningSession } from '../../contract/signing.ts'
import { createKeys } from '../../scripts/demo/api-keys.ts'
import { savePipelines } from '../../scripts/demo/pipelines.ts'
import { requestSignatures } from '../../scripts/demo/signing.ts'
import { Visit } from '../../scripts/demo/visit.ts'
import { startServer, type TestServer } from './harness.ts'
import { until } from './process.ts'

/**
 * The parts of `npm run demo` that need the contract as it is today. Its many conversions are left
 * out.
 */
let server: TestServer
let visit: Visit
beforeAll(async () => {
  server = await startServer({}, 'real')
  visit = await Visit.signUp(server.url, {
    username: 'demo',
    email: 'demo@filewright.example',
    password: 'demo demo',
  })
}, 60_000)
afterAll(() => server.stop(), 60_000)

const list = async <T>(path: string) => (await visit.ask<{ results: T[] }>('GET', path)).results

it('requests signatures that end in every way', { timeout: 120_000 }, async () => {
  await requestSignatures(visit, server.platform)
  const sessions = await list<SigningSession>('/api/v1/pdf_handler/signing/sessions/')
  expect(Object.fromEntries(sessions.map(({ title, state }) => [title, state]))).toEqual({
    'Lease, 14 Harbour Row': 'open',
    'Charter agreement 2027': 'open',
    'Mooring license': 'draft',
    'Insurance, amendment 3': 'declined',
    'Berth swap': 'voided',
    'Dry dock, winter slot': 'expired',
    'Crew contract, Lindqvist': 'completed',
  })
})

it('saves pipelines and runs them, one on a file that is damaged', { timeout: 120_000 }, async () => {
  await savePipelines(visit)
  expect(await list('/api/v1/pdf_handler/pipeline/')).toHaveLength(3)
  const runs = await until(90, async () => {
    const found = await list<PipelineRun>('/api/v1/pdf_handler/pipeline/runs/')
    return found.every(({ pending }) => pending === 0) ? found : undefined
  })
  expect(runs.map(({ completed, failed }) => [completed, failed])).toEqual([
    [2, 1],
    [3, 0],
  ])
})

it('creates API keys', async () => {
  await createKeys(visit)
  expect(await list<ApiKey>('/api/v1/user/api-keys/')).toHaveLength(2)
})
