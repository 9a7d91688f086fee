import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { Client } from '../server/harness.ts'
import { end, type ServerProcess, spawnServer } from '../server/process.ts'
import { contractSuite } from './suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'filewright-contract-'))
let server: ServerProcess
beforeAll(async () => {
  server = await spawnServer(folder)
})
afterAll(async () => {
  await end(server.child, 'SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

describe('the server', () => contractSuite(() => new Client(server.url)))
