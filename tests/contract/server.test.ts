import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import { Client } from '../server/harness.ts'
import { end, type ServerProcess, spawnServer } from '../server/process.ts'
import { Outbox, totp } from './outbox.ts'
import { contractSuite } from './suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'filewright-contract-'))
const outbox = new Outbox(folder)
const admin = { username: 'runs.it', email: 'runs.it@mail.example', password: 'correct horse' }
let server: ServerProcess
let files: Server
beforeAll(async () => {
  files = createServer((_, response) => response.end('# Fetched')).listen(0, '127.0.0.1')
  await once(files, 'listening')
  // This machine's own address is no address of the public internet: for the test it is allowed by name.
  server = await spawnServer(folder, { IMPORT_FROM: '127.0.0.1/32', RATE_LIMITS: '0' })
  // The first account is the admin's.
  await new Client(server.url).json('POST', '/api/v1/user/auth/signup/', admin)
})
afterAll(async () => {
  files.close()
  await end(server.child, 'SIGTERM')
  rmSync(folder, { recursive: true, force: true })
})

describe('the server', () =>
  contractSuite({
    talker: () => new Client(server.url),
    importUrl: () => `http://127.0.0.1:${(files.address() as AddressInfo).port}/notes/fetched.md`,
    admin,
    totp,
    sentCode: (to) => outbox.code(to),
    sentLink: (to) => outbox.link(to),
  }))
