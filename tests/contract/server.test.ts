import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { freePort } from '../../scripts/free-port.js'
import { createDatabase, type TestDatabase } from '../postgres/database.ts'
import { Client } from '../server/harness.ts'
import { startOpenIdProvider } from '../server/openid-provider.ts'
import { end, type ServerProcess, spawnServer } from '../server/process.ts'
import { addPromoCode, payAt, signedEvent } from '../server/till.ts'
import { Outbox, totp } from './outbox.ts'
import { contractSuite } from './suite.ts'

const folder = mkdtempSync(join(tmpdir(), 'filewright-contract-'))
const outbox = new Outbox(folder)
const admin = { username: 'runs.it', email: 'runs.it@mail.example', password: 'correct horse' }
let database: TestDatabase
let server: ServerProcess
let files: Server
let google: Awaited<ReturnType<typeof startOpenIdProvider>>
beforeAll(async () => {
  files = createServer((_, response) => response.end('# Fetched')).listen(0, '127.0.0.1')
  await once(files, 'listening')
  // This machine's own address is no address of the public internet: for the test it is allowed by
  // name.
  const port = await freePort()
  google = await startOpenIdProvider({ redirectUris: [`http://127.0.0.1:${port}/sign-in/google`] })
  database = await createDatabase()
  server = await spawnServer(folder, {
    DATABASE_URL: database.url,
    PORT: String(port),
    IMPORT_FROM: '127.0.0.1/32',
    RATE_LIMITS: '1000',
    // A verb that took a second connection inside its transaction would wait for itself here.
    DATABASE_POOL: '1',
    GOOGLE_ISSUER: google.issuer,
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_CLIENT_SECRET: google.clientSecret,
  })
  // The first account is the admin's.
  await new Client(server.url).json('POST', '/api/v1/user/auth/signup/', admin)
})
afterAll(async () => {
  files.close()
  await end(server.child, 'SIGTERM')
  await database.drop()
  await google.close()
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
    invitationLink: (to) => outbox.invitationLink(to),
    signingLink: (to) => outbox.signingLink(to),
    pay: async (url) => {
      expect((await payAt(url)).status).toBe(303)
    },
    promoCode: () => addPromoCode(database.url),
    providerEvent: () => signedEvent(database.url),
    atProvider: async (url) =>
      (await google.signIn(url, { subject: 'somebody', email: 'somebody@gmail.example' })).href,
  }))
