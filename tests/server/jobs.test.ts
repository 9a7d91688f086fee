import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eq, type SQL, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserFile } from '../../contract/storage.ts'
import { readConfig } from '../../server/config.ts'
import { conversions, owners } from '../../server/core/schema.ts'
import { type Running, start } from '../../server/start.ts'
import { sweep } from '../../server/worker/sweep.ts'
import { Client, signUp, startServer, type TestServer } from './harness.ts'
import { heldEngines } from './held-engines.ts'

describe('a worker that stops', () => {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-stops-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const deploy = async () => {
    const { held, create } = heldEngines()
    const config = readConfig({ PORT: '0', DATA_DIR: folder, CONCURRENCY: '1' })
    const running = await start(config, pino({ level: 'silent' }), { version: 'test', engines: create })
    return { held, running }
  }
  const attemptsOf = async ({ platform }: Running, id: string) =>
    (await platform.db.select().from(conversions).where(eq(conversions.id, id)))[0]?.attempts

  it('uses none of a job’s tries, however often the instance is deployed', async () => {
    let { held, running } = await deploy()
    const client = new Client(running.url as string)
    const { body } = await client.convert('hold long')
    for (let stops = 0; stops < 7; stops++) {
      await held.started('hold long')
      await running.stop()
      ;({ held, running } = await deploy())
    }
    Object.assign(client, { url: running.url })
    await held.started('hold long')
    expect(await attemptsOf(running, body.id)).toBe(1)
    held.release('long')
    expect(await client.wait(body.id)).toMatchObject({ status: 'completed' })
    await running.stop()
  }, 240_000)
})

describe('a pending conversion without a job', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ ROLE: 'web' })
  })
  afterAll(() => server.stop())
  const later = () => sweep({ ...server.platform, clock: () => new Date(Date.now() + 3_600_000) })
  const jobsOf = async (id: string) => {
    const { rows } = await server.platform.db.execute<{ id: string }>(
      sql`select id from pgboss.job where data->>'conversionId' = ${id}`,
    )
    return rows.length
  }
  const pending = async () => {
    const client = await signUp(server.url)
    const { id } = (await client.convert('lost')).body
    return { client, id }
  }
  const loseJob = (id: string) =>
    server.platform.db.execute(sql`delete from pgboss.job where data->>'conversionId' = ${id}`)

  it('gets its job again, once', async () => {
    const { id } = await pending()
    await later()
    expect(await jobsOf(id), 'one that has a job is left alone').toBe(1)
    await loseJob(id)
    await sweep(server.platform)
    expect(await jobsOf(id), 'and so is a new one').toBe(0)
    await later()
    await later()
    expect(await jobsOf(id)).toBe(1)
  })

  it('fails after five attempts, and gives its credits back', async () => {
    const { client, id } = await pending()
    await loseJob(id)
    const { db } = server.platform
    await db.update(conversions).set({ attempts: 5 }).where(eq(conversions.id, id))
    await later()
    expect(await client.wait(id)).toMatchObject({ status: 'failed', error: { code: 'internal' } })
    const [row] = await db.select().from(conversions).where(eq(conversions.id, id))
    const [owner] = await db
      .select()
      .from(owners)
      .where(eq(owners.id, row?.ownerId as string))
    expect(owner?.creditsHeld).toBe(0)
  })
})

describe('what nobody waits for yet', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({ CONCURRENCY: '1' })
  })
  afterAll(() => server.stop())

  it('comes after what somebody asked for, until somebody asks for it as well', async () => {
    const me = await signUp(server.url)
    const first = await me.convert('hold the-place')
    await server.held.started('hold the-place')
    const share = async (name: string) => {
      const form = new FormData()
      form.append('file', new Blob([name]), `${name}.pdf`)
      const sent = await me.fetch('/api/v1/user/storage/files/upload/', { method: 'POST', body: form })
      const file = (await sent.json()) as UserFile
      const { body } = await me.json('POST', '/api/v1/user/shares/', { file_id: file.id })
      return { key: file.s3_key, token: body.url.split('/s/')[1] as string }
    }
    // The preview of each link is begun, which nobody may ever open.
    const unseen = await share('unseen')
    const seen = await share('seen')
    const converted = await me.convert('asked for')
    const looking = new Client(server.url).fetch(`/api/v1/user/shares/public/${seen.token}/preview/picture/`)
    const priorities = () =>
      server.platform.db.execute<{ priority: number }>(
        sql`select priority from pgboss.job where name = 'convert' and state = 'created' order by created_on`,
      )
    await expect
      .poll(async () => (await priorities()).rows.map(({ priority }) => priority))
      .toEqual([-1, 0, 0])
    server.held.release('the-place')
    expect((await looking).status).toBe(200)
    await me.wait(first.body.id)
    await me.wait(converted.body.id)
    const begun = async (mine: SQL) =>
      (await server.platform.db.select().from(conversions).where(mine))[0]?.startedAt?.getTime()
    const drawn = ({ key }: { key: string }) => begun(eq(conversions.sourceKey, key))
    await expect.poll(() => drawn(unseen)).toBeGreaterThan(0)
    const order = [await drawn(seen), await begun(eq(conversions.id, converted.body.id)), await drawn(unseen)]
    expect(order).toEqual([...order].sort())
  })
})
