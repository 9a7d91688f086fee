import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { sweep } from '../../server/worker/sweep.ts'
import { Client, signUp, startServer, storedFiles, type TestServer } from './harness.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ VISITOR_CREDITS: '6' })
})
afterAll(() => server.stop())

const ledger = async (client: Client) => (await client.json('GET', '/api/v1/docs_core/credits/')).body

describe('a conversion', () => {
  it('goes from upload to download, and is charged what was quoted', async () => {
    const client = await signUp(server.url)
    const { status, body } = await client.convert(
      'hello',
      { external_token: 'mine' },
      { name: 'Grüße, 14 Harbour Row.md' },
    )
    expect(status).toBe(202)
    expect(body).toEqual({ conversion_id: body.id, id: body.id, status: 'pending', state: 'pending' })
    const done = await client.wait(body.id)
    expect(done).toMatchObject({
      status: 'completed',
      family: 'document',
      external_token: 'mine',
      credits_quoted: 2,
      credits_charged: 2,
      progress: 1,
    })
    expect(done.output).toMatchObject({
      filename: 'Grüße, 14 Harbour Row.html',
      format: 'html',
      size_bytes: 5,
    })
    const file = await client.fetch(new URL(done.download_url).pathname)
    expect(await file.text()).toBe('HELLO')
    expect(file.headers.get('content-disposition')).toBe(
      `attachment; filename="Gr__e, 14 Harbour Row.html"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%2C%2014%20Harbour%20Row.html`,
    )
    expect(file.headers.get('content-security-policy')).toContain('sandbox')
    expect(await ledger(client)).toMatchObject({ remaining: 998, held: 0 })
    for (const path of ['pdf_handler/conversion', 'docs_core/conversion', 'conversion']) {
      expect((await client.json('GET', `/api/v1/${path}/${body.id}/`)).body, path).toEqual(done)
    }
    expect(
      (await client.json('GET', `/api/v1/media_core/conversion/${body.id}/`)).status,
      'not of that family',
    ).toBe(404)
  })

  it('gives ranges of its output', async () => {
    const client = new Client(server.url)
    const { id } = (await client.convert('0123456789')).body
    await client.wait(id)
    const get = async (range: string) => {
      const response = await client.fetch(`/api/v1/pdf_handler/${id}/download/`, { headers: { range } })
      return [response.status, response.headers.get('content-range'), await response.text()]
    }
    expect(await get('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await get('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await get('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await get('bytes=9-2')).toEqual([200, null, '0123456789'])
    expect(await get('bytes=0-1,4-5')).toEqual([200, null, '0123456789'])
  })

  it('is made again from its original or its output, without another upload', async () => {
    const client = await signUp(server.url)
    const { id } = (await client.convert('again')).body
    const first = await client.wait(id)
    const bodies = [
      { s3_key: first.s3_key, target_format: 'TXT' },
      { conversion_id: id, filename: 'renamed.txt', target_format: 'txt' },
    ]
    const [byKey, byId] = await Promise.all(
      bodies.map((body) => client.json('POST', '/api/v1/pdf_handler/convert/json/', body)),
    )
    expect([byKey?.status, byId?.status]).toEqual([202, 400])
    expect(byId?.body.code, 'HTML becomes nothing here').toBe('unsupported_source')
    const again = await client.wait(byKey?.body.id)
    expect(again).toMatchObject({
      status: 'completed',
      filename: 'note.md',
      s3_key: first.s3_key,
      target_format: 'txt',
    })

    await client.fetch(`/api/v1/conversion/${id}/`, { method: 'DELETE' })
    const kept = await client.json('POST', '/api/v1/pdf_handler/convert/json/', bodies[0])
    expect(kept.status, 'the original stays while another conversion needs it').toBe(202)
    await client.wait(kept.body.id)
    for (const left of [again.id, kept.body.id])
      await client.fetch(`/api/v1/conversion/${left}/`, { method: 'DELETE' })
    const gone = await client.json('POST', '/api/v1/pdf_handler/convert/json/', bodies[0])
    expect([gone.status, gone.body.code]).toEqual([404, 'not_found'])
  })

  it('that fails costs nothing and says why', async () => {
    const client = new Client(server.url)
    const before = await ledger(client)
    const { id } = (await client.convert('fail source_encrypted')).body
    const done = await client.wait(id)
    expect(done).toMatchObject({
      status: 'failed',
      error: { code: 'source_encrypted' },
      credits_charged: 0,
      download_url: null,
      output: null,
    })
    expect(await ledger(client)).toEqual(before)
    const download = await client.json('GET', `/api/v1/pdf_handler/${id}/download/`)
    expect([download.status, download.body.code]).toEqual([409, 'not_finished'])
  })

  it('is stopped while it runs, once, and its credits come back', async () => {
    const client = await signUp(server.url)
    const { id } = (await client.convert('hold stopped')).body
    await server.held.started('hold stopped')
    expect(await ledger(client)).toMatchObject({ remaining: 998, held: 2 })
    const waiting = client.wait(id)
    const tries = await Promise.all([1, 2].map(() => client.json('POST', `/api/v1/conversion/${id}/cancel/`)))
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await waiting, 'whoever waits is woken').toMatchObject({
      status: 'failed',
      error: { code: 'cancelled' },
      credits_charged: 0,
    })
    expect(await ledger(client)).toMatchObject({ remaining: 1000, held: 0 })
    await expect.poll(() => server.held.running.has('hold stopped'), { timeout: 5000 }).toBe(false)
  })

  it('is removed while it runs, with everything it had', async () => {
    const client = await signUp(server.url)
    const objects = await storedFiles(server)
    const { id } = (await client.convert('hold removed')).body
    await server.held.started('hold removed')
    expect((await client.fetch(`/api/v1/conversion/${id}/`, { method: 'DELETE' })).status).toBe(204)
    expect((await client.json('GET', `/api/v1/conversion/${id}/`)).status).toBe(404)
    expect((await client.fetch(`/api/v1/conversion/${id}/`, { method: 'DELETE' })).status).toBe(404)
    expect(await ledger(client)).toMatchObject({ remaining: 1000, held: 0 })
    await expect.poll(() => server.held.running.has('hold removed'), { timeout: 5000 }).toBe(false)
    expect(await storedFiles(server)).toBe(objects)
  })

  it('answers a wait that times out with how it stands', async () => {
    const client = new Client(server.url)
    const { id } = (await client.convert('hold patience')).body
    await server.held.started('hold patience')
    const brief = await client.json('GET', `/api/v1/docs_core/conversion/wait/${id}/?timeout=0.0015`)
    expect([brief.status, brief.body.status]).toEqual([200, 'pending'])
    const { body } = await client.json('GET', `/api/v1/docs_core/conversion/wait/${id}/?timeout=0.1`)
    expect(body.status).toBe('pending')
    await expect
      .poll(async () => (await client.json('GET', `/api/v1/docs_core/conversion/${id}/`)).body, {
        timeout: 5000,
      })
      .toMatchObject({ stage: 'Holding', progress: 0.5 })
    server.held.release('patience')
    expect((await client.wait(id)).status).toBe('completed')
  })
})

describe('a list of several that is waited for', () => {
  const listOf = async (client: Client, ids: string[], wait: number) => {
    const began = Date.now()
    const { body } = await client.json('GET', `/api/v1/conversion/?ids=${ids.join(',')}&wait=${wait}`)
    const states = new Map<string, string>(
      body.results.map((one: { id: string; status: string }) => [one.id, one.status]),
    )
    return { states: ids.map((id) => states.get(id)), ms: Date.now() - began }
  }

  it('answers soon after the first of them has ended, with those that end right after it', async () => {
    const client = await signUp(server.url)
    const { id: first } = (await client.convert('hold one')).body
    const { id: second } = (await client.convert('hold two')).body
    await server.held.started('hold one')
    await server.held.started('hold two')
    const waiting = listOf(client, [first, second], 30)
    server.held.release('one')
    const early = await waiting
    expect(early.states[0]).toBe('completed')
    expect(early.ms).toBeLessThan(10_000)
    // One has ended already: there is nothing to wait for.
    expect((await listOf(client, [first, second], 30)).ms).toBeLessThan(10_000)
    server.held.release('two')
    expect((await client.wait(second)).status).toBe('completed')
  })

  it('holds hidden ones too', async () => {
    const client = await signUp(server.url)
    const { id } = (await client.convert('hold veiled')).body
    await server.held.started('hold veiled')
    await client.json('POST', '/api/v1/docs_core/visibility/hide/', { conversion_ids: [id] })
    expect((await client.json('GET', '/api/v1/conversion/')).body.results).toEqual([])
    expect((await listOf(client, [id], 0.05)).states).toEqual(['pending'])
    server.held.release('veiled')
    await client.wait(id)
  })

  it('answers with how they stand when none has ended by then, and at once where there are none', async () => {
    const client = await signUp(server.url)
    const { id } = (await client.convert('hold long')).body
    await server.held.started('hold long')
    const late = await listOf(client, [id], 0.2)
    expect(late.states).toEqual(['pending'])
    expect(late.ms).toBeGreaterThanOrEqual(200)
    const other = await signUp(server.url)
    expect((await listOf(other, [id], 30)).ms).toBeLessThan(10_000)
    server.held.release('long')
    await client.wait(id)
  })
})

describe('an answer of the database that is lost', () => {
  const lost = () => Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })

  it('after the commit of a submission: the retry finds the conversion, with its file', async () => {
    const client = await signUp(server.url)
    const { db } = server.platform
    const real = db.transaction.bind(db)
    let isLost = false
    // Other work of the server has transactions too: the one whose answer is lost is the one that
    // kept the key.
    const spy = vi.spyOn(db, 'transaction').mockImplementation(async (work, ...options) => {
      let isThis = false
      const result = await real(
        async (tx) => {
          const value = await work(tx)
          const { rows } = await tx.execute(sql`select 1 from idempotency_keys where key = 'lost answer'`)
          isThis = !isLost && rows.length > 0
          isLost ||= isThis
          return value
        },
        ...options,
      )
      if (isThis) throw lost()
      return result
    })
    const first = await client.convert('hold lost', {}, { key: 'lost answer' })
    spy.mockRestore()
    expect([first.status, first.body.code]).toEqual([503, 'unavailable'])
    const again = await client.convert('hold lost', {}, { key: 'lost answer' })
    expect(again.status).toBe(202)
    server.held.release('lost')
    const done = await client.wait(again.body.id)
    expect(done).toMatchObject({ status: 'completed', s3_key: expect.any(String) })
    expect((await client.json('GET', '/api/v1/conversion/')).body.count).toBe(1)
    const kept = await client.json('POST', '/api/v1/pdf_handler/convert/json/', {
      s3_key: done.s3_key,
      target_format: 'txt',
    })
    expect((await client.wait(kept.body.id)).status, 'the original is there').toBe('completed')
  })

  it('before a conversion settles: the job is run again, and the first output is not kept as one', async () => {
    const client = await signUp(server.url)
    const { id } = (await client.convert('hold unsettled')).body
    await server.held.started('hold unsettled')
    const { db } = server.platform
    const outputs = async () =>
      (
        await db.execute<{ key: string; state: string; used: boolean }>(
          sql`select key, state, exists (select 1 from conversions c where c.output_key = o.key) as used from objects o
            where key like 'outputs/%' and owner_id = (select owner_id from conversions where id = ${id}) order by used`,
        )
      ).rows
    const isWritten = async () => {
      const [output] = await outputs()
      return output !== undefined && (await server.platform.objects.head(output.key)) !== null
    }
    const real = db.transaction.bind(db)
    let isLost = false
    // Other work of the server has transactions too: the one that settles is the first after the
    // output was written.
    const spy = vi.spyOn(db, 'transaction').mockImplementation(async (...work) => {
      if (!isLost && (await isWritten())) {
        isLost = true
        throw lost()
      }
      return real(...work)
    })
    server.held.release('unsettled')
    expect(await client.wait(id)).toMatchObject({ status: 'completed', credits_charged: 2 })
    spy.mockRestore()
    expect(await outputs()).toMatchObject([{ state: 'stored', used: true }])
  })
})

describe('when its time is up', () => {
  it('the files go and the row stays; what another conversion needs is kept', async () => {
    const client = await signUp(server.url)
    const first = await client.wait((await client.convert('expires')).body.id)
    const again = await client.json('POST', '/api/v1/pdf_handler/convert/json/', {
      s3_key: first.s3_key,
      target_format: 'txt',
    })
    await client.wait(again.body.id)
    const objects = await storedFiles(server)
    const age = (id: string) =>
      server.platform.db.execute(
        sql`update conversions set expires_at = now() - interval '1 hour' where id = ${id}`,
      )
    await age(first.id)
    await Promise.all([sweep(server.platform), sweep(server.platform)])
    expect(await storedFiles(server), 'the output went, the original is still needed').toBe(objects - 1)
    const { body } = await client.json('GET', `/api/v1/conversion/${first.id}/`)
    expect(body).toMatchObject({
      status: 'completed',
      download_url: null,
      s3_key: null,
      output: { s3_key: null },
    })
    const download = await client.json('GET', `/api/v1/pdf_handler/${first.id}/download/`)
    expect([download.status, download.body.code]).toEqual([410, 'expired'])
    await age(again.body.id)
    await sweep(server.platform)
    expect(await storedFiles(server)).toBe(objects - 3)
  })

  it('what a crash left half-stored is taken away', async () => {
    const client = await signUp(server.url)
    const { id } = await client.wait((await client.convert('crash')).body.id)
    await server.platform.db.execute(sql`update objects set state = 'arriving', created_at = now() - interval '2 days'
      where key = (select output_key from conversions where id = ${id})`)
    const objects = await storedFiles(server)
    await sweep(server.platform)
    expect(await storedFiles(server)).toBe(objects - 1)
  })
})

describe('many at once', () => {
  it('with one key are one conversion, and all get the same answer', async () => {
    const client = await signUp(server.url)
    const objects = await storedFiles(server)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.convert('once', {}, { key: 'one key' })),
    )
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    await client.wait(answers[0]?.body.id as string)
    expect(await ledger(client)).toMatchObject({ remaining: 998, held: 0 })
    expect(await storedFiles(server), 'one original and one output').toBe(objects + 2)
    const other = await client.convert('another file', {}, { key: 'one key' })
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict'])
  })

  it('spend no credit twice', async () => {
    const visitor = new Client(server.url)
    await visitor.wait((await visitor.convert('first')).body.id) // 4 of 6 left: two more at 2
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => visitor.convert(`burst ${i}`)))
    const accepted = answers.filter(({ status }) => status === 202)
    expect(accepted).toHaveLength(2)
    const refused = answers.find(({ status }) => status !== 202)
    expect(refused).toMatchObject({
      status: 402,
      body: { code: 'insufficient_credits', credits_required: 2, credits_available: 0 },
    })
    for (const { body } of accepted) await visitor.wait(body.id)
    const sums = await server.platform.db.execute<{ off: number }>(
      sql`select count(*)::int as off from owners o where credits_available + credits_held <> (select coalesce(sum(credits), 0) from credit_entries e where e.owner_id = o.id)`,
    )
    expect(sums.rows[0]?.off, 'the ledger’s sum is the balance').toBe(0)
  })

  it('keep both workers busy and no more than that', async () => {
    const client = await signUp(server.url)
    server.held.mostAtOnce = 0
    const sent = await Promise.all(Array.from({ length: 8 }, (_, i) => client.convert(`hold side${i}`)))
    await expect.poll(() => server.held.running.size, { timeout: 5000 }).toBe(2)
    for (let i = 0; i < 8; i++) server.held.release(`side${i}`)
    for (const { body } of sent) expect((await client.wait(body.id)).status).toBe('completed')
    expect(server.held.mostAtOnce).toBe(2)
  })
})
