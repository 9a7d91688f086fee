import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../postgres/database.ts'
import { signUp } from './harness.ts'
import { end, type ServerProcess, spawnServer, until } from './process.ts'
import { openReceiver } from './receiver.ts'
import { webhooksOf } from './webhook-desk.ts'

const LINKS = 90
const KILLS = 2
const folder = mkdtempSync(join(tmpdir(), 'filewright-webhook-crash-'))
let server: ServerProcess | null = null
let database: TestDatabase | null = null

afterAll(async () => {
  if (server) await end(server.child, 'SIGTERM')
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
}, 60_000)

describe('a server that is killed while events are delivered', () => {
  it('delivers each of them all the same, under one id', async () => {
    database = await createDatabase()
    const { url } = database
    const launch = () => spawnServer(folder, { DATABASE_URL: url, WEBHOOKS_TO: '127.0.0.0/8' })
    server = await launch()
    // Answers late, so that many are on their way whenever the server is killed.
    const receiver = await openReceiver((_request, response) => void setTimeout(() => response.end(), 100))
    const client = await signUp(server.url)
    const hooks = webhooksOf(client)
    const { webhook_id } = await hooks.create(receiver.url(), { events: ['share.created'] })
    const form = new FormData()
    form.append('file', new Blob(['# Note']), 'note.md')
    const stored = await client.fetch('/api/v1/user/storage/files/upload/', { method: 'POST', body: form })
    const file_id = ((await stored.json()) as { id: string }).id

    const made = new Set<string>()
    for (let kill = 0; kill <= KILLS; kill++) {
      const part = await Promise.allSettled(
        Array.from({ length: LINKS / (KILLS + 1) }, () =>
          client.json('POST', '/api/v1/user/shares/', { file_id }),
        ),
      )
      for (const one of part)
        if (one.status === 'fulfilled' && one.value.status === 201) made.add(one.value.body.link_id)
      if (kill === KILLS) break
      await end(server.child, 'SIGKILL')
      server = await launch()
      Object.assign(client, { url: server.url })
    }
    expect(made.size).toBeGreaterThan(LINKS / 2)

    const arrived = () =>
      new Set(receiver.received.map(({ body }) => JSON.parse(body).data.object.id as string))
    await until(180, async () => [...made].every((id) => arrived().has(id)))
    const idsOf = Map.groupBy(receiver.received, ({ body }) => JSON.parse(body).data.object.id as string)
    for (const requests of idsOf.values())
      expect(new Set(requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    await until(60, async () => (await hooks.deliveries(webhook_id, '&status=pending')).length === 0)
    expect(await hooks.deliveries(webhook_id, '&status=failed')).toEqual([])
    await receiver.close()
  }, 360_000)
})
