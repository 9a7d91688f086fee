import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Outbox } from '../contract/outbox.ts'
import { fieldsOf, record } from '../examples/recorder.ts'
import { createDatabase, type TestDatabase } from '../postgres/database.ts'
import { end, type ServerProcess, spawnServer } from '../server/process.ts'
import { addPromoCode } from '../server/till.ts'
import { accountChecks } from './account.ts'
import { billingChecks } from './billing.ts'
import { businessUserChecks } from './business-users.ts'
import { businessChecks } from './businesses.ts'
import type { Check, Checks } from './check.ts'
import { formOf, HttpClient } from './client.ts'
import { documentChecks } from './documents.ts'
import { identityChecks } from './identity.ts'
import { mediaChecks } from './media.ts'
import { hasOriginal, nameOf, type Operation, ORIGINAL, readOperations } from './operations.ts'
import { scanChecks } from './scan.ts'
import { expectProblem } from './shapes.ts'
import { signingChecks } from './signing.ts'
import { table } from './table.ts'
import { webhookChecks } from './webhooks.ts'
import { type Credential, type World, worldFor } from './world.ts'

const CHECKS: Checks = {
  ...documentChecks,
  ...mediaChecks,
  ...accountChecks,
  ...scanChecks,
  ...signingChecks,
  ...identityChecks,
  ...businessUserChecks,
  ...businessChecks,
  ...webhookChecks,
  ...billingChecks,
}
const operations = readOperations()

const folder = mkdtempSync(join(tmpdir(), 'filewright-conformance-'))
let database: TestDatabase
let server: ServerProcess
let nobody: HttpClient
const worlds = {} as Record<Credential, World>
beforeAll(async () => {
  database = await createDatabase()
  // Webhooks are received on this machine, which is not the public internet.
  server = await spawnServer(folder, { DATABASE_URL: database.url, WEBHOOKS_TO: '127.0.0.0/8' })
  await addPromoCode(database.url)
  nobody = new HttpClient(server.url)
  const mailbox = new Outbox(folder)
  // The first account runs the instance: its cookie calls what only an administrator may.
  for (const credential of ['none', 'cookie', 'API key', 'pairing token'] as const)
    worlds[credential] = await worldFor(server.url, credential, mailbox)
})
afterAll(async () => {
  await end(server.child, 'SIGTERM')
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * What became of each operation: with which credentials it was called, or that nothing serves it
 * yet.
 */
const results = new Map<string, string>()

/** The path with its placeholders filled; by something that is nobody's where no value is given. */
const pathOf = ({ path }: Operation, values: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name] ?? '00000000-0000-4000-8000-000000000000'),
  )

/**
 * The specification leaves open who may call some operations of the identity service: those are
 * called by accounts.
 */
const isOpen = ({ auth }: Operation) => /^none|owner session/.test(auth)
const needsAccount = ({ auth }: Operation) => auth === 'Bearer' || auth === 'admin'

describe.each(Object.entries(Object.groupBy(operations, ({ group }) => group)))('%s', (_, group) => {
  it.each((group ?? []).map((operation) => [nameOf(operation), operation] as const))(
    '%s',
    { timeout: 180_000 },
    async (name, operation) => {
      const found = CHECKS[name]
      if (!found) {
        const answer = await nobody.request(operation.method, pathOf(operation))
        expect([answer.status, answer.body?.code], 'it is served, and has no check').toEqual([
          404,
          'not_found',
        ])
        results.set(name, 'not yet there')
        return
      }
      const check: Check = typeof found === 'function' ? { run: found } : found
      await expectDoor(operation)
      const all: Credential[] = isOpen(operation) ? ['none', 'API key', 'cookie'] : ['API key', 'cookie']
      const called = (check.with ?? all).filter(
        (credential) => all.includes(credential) || credential === 'pairing token',
      )
      expect(called.length).toBeGreaterThan(0)
      for (const credential of called) {
        const world = worlds[credential]
        await check.run(async (sent, values) => {
          const { method } = operation
          const path = pathOf(operation, values)
          const answer = await world.client.request(method, path, sent)
          const { status, body } = answer
          const form = sent?.form && fieldsOf(formOf(sent.form))
          record({ method, path, status, json: sent?.json, ...(form && { form }), body })
          return answer
        }, world)
      }
      results.set(name, `exact: ${called.join(', ')}`)
    },
  )
})

/**
 * What holds for every operation: its trailing slash, and that a stranger is told to sign in where
 * an account is needed.
 */
async function expectDoor(operation: Operation) {
  const { method, path } = operation
  if (path.endsWith('/')) {
    const slashless = pathOf(operation).slice(0, -1)
    const answer = await nobody.request(method, slashless)
    if (method === 'GET') {
      expect(answer.status, slashless).toBe(301)
      expect(answer.headers.get('location')).toBe(pathOf(operation))
    } else expectProblem(answer, 400, 404, 405)
  }
  const stranger = await nobody.request(method, pathOf(operation))
  if (needsAccount(operation)) expectProblem(stranger, 401, 403)
  else if (isOpen(operation))
    expect([401, 403], `${stranger.status} to a stranger`).not.toContain(stranger.status)
}

it('reads the specification’s operations as they stand there', { skip: !hasOriginal }, () => {
  expect(operations).toEqual(readOperations(ORIGINAL))
})

it('has a check for nothing that the specification lacks', () => {
  const names = new Set(operations.map(nameOf))
  expect(Object.keys(CHECKS).filter((name) => !names.has(name))).toEqual([])
})

it('comes out as the table in the documents says', async () => {
  await expect(table(operations, results)).toMatchFileSnapshot('../../docs/conformance.md')
})
