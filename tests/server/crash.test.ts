import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aPdf } from '../contract/a-pdf.ts'
import { createDatabase, type TestDatabase } from '../postgres/database.ts'
import { Client } from './harness.ts'
import { end, postmasterOf, type ServerProcess, spawnServer, until } from './process.ts'

const folders: string[] = []
const servers: ServerProcess[] = []
const freshFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'filewright-crash-'))
  folders.push(folder)
  return folder
}
/** Of the run's PostgreSQL, for those that leave it alive; a new one for each test. */
let database: TestDatabase
beforeEach(async () => {
  database = await createDatabase()
})
const launch = async (...args: Parameters<typeof spawnServer>) => {
  const server = await spawnServer(...args)
  servers.push(server)
  return server
}
afterEach(async () => {
  for (const { child } of servers.splice(0)) await end(child, 'SIGTERM')
  await database.drop()
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}, 60_000)

/** Large enough that some of them are under way whenever something is killed. */
const SIZE = { width: 560, height: 420 }
const image = async () => {
  const noise = {
    create: {
      ...SIZE,
      channels: 3 as const,
      background: '#888',
      noise: { type: 'gaussian' as const, mean: 128, sigma: 60 },
    },
  }
  return new Uint8Array(await sharp(noise).png({ compressionLevel: 1 }).toBuffer())
}
const JOBS = 6

async function send(client: Client, bytes: Uint8Array<ArrayBuffer>, i: number): Promise<string | null> {
  const fields = { target_format: 'avif', options: JSON.stringify({ effort: 3 }) }
  try {
    const sent = await client.convert(bytes, fields, {
      name: `noise-${i}.png`,
      path: '/api/v1/convert/image/convert/',
      key: `key-${i}`,
    })
    return sent.status === 202 ? sent.body.id : null
  } catch {
    return null // the connection broke: nothing was acknowledged
  }
}

/** The embedded database of a data folder. */
const embedded = (folder: string): pg.ClientConfig => ({
  ...{ host: join(folder, 'postgres', 'run'), user: 'app', database: 'postgres' },
})

async function books(database: pg.ClientConfig) {
  const client = new pg.Client(database)
  await client.connect()
  try {
    const { rows } = await client.query(`
      select (select count(*) from conversions)::int as conversions,
        (select count(*) from objects where state <> 'stored')::int as unsettled,
        (select count(*) from objects where key like 'outputs/%' and state = 'stored')::int as outputs,
        (select count(*) from owners o where credits_held <> 0
          or credits_available <> (select sum(credits) from credit_entries e where e.owner_id = o.id)
          or credits_available <> (select sum(remaining) from credit_lots l where l.owner_id = o.id))::int as unbalanced,
        (select count(*) from (select reference from credit_entries where kind = 'charge'
          group by 1 having count(*) > 1) twice)::int as charged_twice`)
    return rows[0]
  } finally {
    await client.end()
  }
}

describe('nothing that was acknowledged is lost, and nothing is done twice with effect', () => {
  it('when the server, the database, and both are killed at work', async () => {
    const folder = freshFolder()
    const bytes = await image()
    let server = await launch(folder)
    const client = new Client(server.url)
    let sent = 0
    for (const victims of [['server'], ['database'], ['server', 'database']]) {
      const before = sent
      const ids: string[] = []
      for (let i = 0; i < JOBS; i++) ids.push((await send(client, bytes, sent++)) as string)
      expect(ids).not.toContain(null)
      await until(60, async () => {
        const { body } = await client.json('GET', '/api/v1/conversion/?status=completed')
        return body.count >= before + 2
      })

      const postmaster = postmasterOf(folder)
      if (victims.includes('database')) process.kill(postmaster, 'SIGKILL')
      if (victims.includes('server')) {
        await end(server.child, 'SIGKILL')
        server = await launch(folder)
        Object.assign(client, { url: server.url })
      }
      const all = await until(120, async () => {
        const { status, body } = await client.json('GET', `/api/v1/conversion/?ids=${ids.join(',')}`)
        return (
          status === 200 &&
          body.results.every((r: { status: string }) => r.status !== 'pending') &&
          body.results
        )
      })
      expect(all.map((r: { id: string }) => r.id).sort()).toEqual([...ids].sort())
      expect(all.map((r: { status: string }) => r.status)).toEqual(Array(JOBS).fill('completed'))
      if (victims.includes('database')) expect(postmasterOf(folder)).not.toBe(postmaster)
      else expect(postmasterOf(folder), 'the database was adopted, not started again').toBe(postmaster)

      // A repeated request, whose answer might have been lost in the crash, finds the first one.
      expect(await send(client, bytes, before)).toBe(ids[0])
      expect(await books(embedded(folder))).toMatchObject({
        ...{ conversions: sent, outputs: sent, unbalanced: 0, charged_twice: 0 },
      })
      const output = await client.fetch(`/api/v1/media_core/files/${ids.at(-1)}/download/`)
      expect((await sharp(Buffer.from(await output.arrayBuffer())).metadata()).width).toBe(SIZE.width)
    }
  }, 480_000)
})

describe('a graceful stop', () => {
  it('waits for no upload that has come to a halt, gives running conversions back to the queue, at once, and the next start finishes them', async () => {
    const folder = freshFolder()
    const settings = { DATABASE_URL: database.url }
    const bytes = await image()
    const first = await launch(folder, settings)
    const client = new Client(first.url)
    await client.json('GET', '/api/v1/docs_core/credits/') // whoever asks is known from then on
    const halted = await haltedUpload(first.url)
    const ids = await Promise.all(Array.from({ length: 4 }, (_, i) => send(client, bytes, i)))
    const waiting = client.json('GET', `/api/v1/media_core/conversion/wait/${ids.at(-1)}/`)
    await until(30, async () => {
      const { body } = await client.json('GET', '/api/v1/conversion/?status=pending')
      return body.results.some((r: { started_at: string | null }) => r.started_at)
    })
    expect(await end(first.child, 'SIGTERM')).toBe(0)
    expect((await waiting).body.status, 'whoever waits is answered').toBe('pending')
    expect(first.log()).toContain('running conversions go back to the queue')
    expect(first.log()).not.toContain('did not stop')
    expect((await halted.broken)[0]).toMatchObject({ code: 'ECONNRESET' })

    const second = await launch(folder, settings)
    Object.assign(client, { url: second.url })
    const done = await until(90, async () => {
      const { body } = await client.json('GET', '/api/v1/conversion/?status=completed')
      return body.count === 4 && body.results
    })
    expect(done.map((r: { id: string }) => r.id).sort()).toEqual([...ids].sort())
  }, 200_000)

  /** Begins an upload, and sends no more of it. */
  async function haltedUpload(url: string) {
    const upload = request(`${url}/api/v1/convert/image/convert/`, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=part',
        ...{ 'content-length': 1_000_000, expect: '100-continue' },
      },
    })
    const broken = once(upload, 'error')
    upload.flushHeaders()
    await once(upload, 'continue')
    upload.write('--part\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nhalf')
    return { broken }
  }
})

describe('a full disk', () => {
  const mount =
    process.getuid?.() === 0 ? ['unshare', '--mount'] : ['unshare', '--user', '--map-root-user', '--mount']
  /** A small file system of its own where files are stored; the database has room. */
  const onSmallDisk = (folder: string) => [
    ...mount,
    'sh',
    '-c',
    `mkdir -p ${folder}/objects ${folder}/scratch && mount -t tmpfs -o size=6m tmpfs ${folder}/objects && mount -t tmpfs -o size=6m tmpfs ${folder}/scratch && exec "$@"`,
    'sh',
  ]

  it('refuses what does not fit, leaves nothing of it behind, and goes on with what does', async () => {
    const folder = freshFolder()
    const server = await launch(folder, { MIN_FREE_MB: '0', DATABASE_URL: database.url }, onSmallDisk(folder))
    const client = new Client(server.url)
    const big = await client.convert(`# Big\n\n${'word '.repeat(1_600_000)}`, {}, { name: 'big.md' })
    expect([big.status, big.body.code]).toEqual([507, 'storage_full'])
    const small = await client.convert('# Small\n\nIt fits.', {}, { name: 'small.md' })
    expect(small.status).toBe(202)
    expect(await client.wait(small.body.id)).toMatchObject({ status: 'completed' })
    expect((await client.json('GET', '/api/v1/docs_core/credits/')).body).toMatchObject({
      remaining: 998,
      held: 0,
    })
  }, 120_000)
})

describe('stored files', () => {
  const FILES = '/api/v1/user/storage/files/'

  /**
   * The counters of every account beside the sums of its rows, and what lies in the store beside
   * what the rows know of.
   */
  async function stored(folder: string) {
    const client = new pg.Client(embedded(folder))
    await client.connect()
    try {
      const { rows } = await client.query(`
        select storage_bytes::int as bytes, storage_recorded::int as recorded, storage_files as files,
          (select coalesce(sum(size_bytes), 0)::int from (select distinct object_key, size_bytes from user_files f
            where f.owner_id = o.id and deleted_at is null) as held) as held,
          (select coalesce(sum(storage_bytes_recorded), 0)::int from user_files f where f.owner_id = o.id) as sum,
          (select count(*)::int from user_files f where f.owner_id = o.id and deleted_at is null) as rows,
          (select count(*)::int from user_files f join objects x on x.key = f.object_key where x.state <> 'stored') as torn
        from owners o where kind = 'user'`)
      return rows
    } finally {
      await client.end()
    }
  }

  it('are counted right after the server and the database are killed in the midst of storing and deleting', async () => {
    const folder = freshFolder()
    const client = new Client((await launch(folder)).url)
    const account = { username: 'keeper', email: 'keeper@mail.example', password: 'correct horse' }
    expect((await client.json('POST', '/api/v1/user/auth/signup/', account)).status).toBe(201)
    const acknowledged = new Map<string, number>()
    const forgotten = new Set<string>()
    let stop = false
    const upload = async (at: number) => {
      const form = new FormData()
      form.append('file', new Blob(['x'.repeat(1000 + at)]), `${at}.txt`)
      const response = await client.fetch(`${FILES}upload/`, { method: 'POST', body: form })
      if (response.status === 201) {
        const { id, file_size_bytes } = (await response.json()) as { id: string; file_size_bytes: number }
        acknowledged.set(id, file_size_bytes)
      }
    }
    const remove = async (at: number) => {
      const [id] = acknowledged.keys()
      if (id === undefined || at % 3 !== 0) return
      acknowledged.delete(id)
      forgotten.add(id)
      await client.json('POST', `${FILES}delete/`, { file_ids: [id], permanently: at % 2 === 0 })
    }
    const busy = async (worker: number) => {
      for (let at = worker; !stop; at += 4) {
        await upload(at).catch(() => {})
        await remove(at).catch(() => {})
      }
    }

    for (const victims of [['server'], ['database'], ['server', 'database']]) {
      stop = false
      const before = acknowledged.size + forgotten.size
      const workers = [0, 1, 2, 3].map((worker) => busy(before * 10 + worker))
      await until(60, async () => acknowledged.size + forgotten.size > before + 12)
      const running = servers.at(-1) as ServerProcess
      if (victims.includes('database')) process.kill(postmasterOf(folder), 'SIGKILL')
      if (victims.includes('server')) await end(running.child, 'SIGKILL')
      stop = true
      await Promise.all(workers)
      if (victims.includes('server')) Object.assign(client, { url: (await launch(folder)).url })
      const { results } = await until(60, async () => {
        const { status, body } = await client.json('GET', `${FILES}?page_size=100`)
        return status === 200 && body
      })
      for (const { bytes, recorded, files, held, sum, rows, torn } of await stored(folder))
        expect({ bytes, recorded, files, torn }).toEqual({ bytes: held, recorded: sum, files: rows, torn: 0 })
      // Nothing that was acknowledged is lost, and its bytes are there.
      const listed = new Set((results as { id: string }[]).map(({ id }) => id))
      const missing = [...acknowledged.keys()]
        .slice(-100)
        .filter((id) => !listed.has(id) && results.length < 100)
      expect(missing).toEqual([])
      const [last] = [...acknowledged].slice(-1)
      const whole = await client.fetch(`${FILES}${last?.[0]}/content/`)
      expect((await whole.arrayBuffer()).byteLength).toBe(last?.[1])
    }
  }, 240_000)
})

describe('a pipeline', () => {
  const PIPELINES = '/api/v1/pdf_handler/pipeline/'

  it('goes on at the step where its worker died, and does nothing twice with effect', async () => {
    const folder = freshFolder()
    const settings = { DATABASE_URL: database.url }
    let server = await launch(folder, settings)
    const client = new Client(server.url)
    const account = { username: 'piper', email: 'piper@mail.example', password: 'correct horse' }
    expect((await client.json('POST', '/api/v1/user/auth/signup/', account)).status).toBe(201)
    const steps = [
      { operation: 'rotate_pages' },
      { operation: 'page_numbers' },
      { operation: 'watermark' },
      { operation: 'rotate_pages' },
      { operation: 'optimize' },
    ]
    const made = (await client.json('POST', PIPELINES, { name: 'Five', steps })).body
    const form = new FormData()
    for (let at = 0; at < 6; at++) form.append('file', aPdf(40), `file-${at}.pdf`)
    const begun = await client.fetch(`${PIPELINES}${made.id}/run/`, { method: 'POST', body: form })
    expect(begun.status).toBe(202)
    const { id } = (await begun.json()) as { id: string }
    const rows = () => ofSteps()
    const ended = (all: StepRow[]) => all.filter(({ status }) => status === 'completed')
    const before = await until(60, async () => {
      const all = await rows()
      return ended(all).length >= 4 && all
    })
    expect(
      before.some(({ status }) => status === 'pending'),
      'killed in mid-run',
    ).toBe(true)
    await end(server.child, 'SIGKILL')
    const done = ended(await rows())
    server = await launch(folder, settings)
    Object.assign(client, { url: server.url })
    const run = await until(120, async () => {
      const { status, body } = await client.json('GET', `${PIPELINES}runs/${id}/`)
      return status === 200 && body.status !== 'pending' && body
    })
    expect(run).toMatchObject({ status: 'completed', completed: 6, credits_charged: 6 * made.credits })
    const after = await rows()
    expect(after).toHaveLength(6 * steps.length)
    // What had ended before the end stays as it was: it was begun once, and ended once.
    for (const step of done) expect(after.find((one) => one.id === step.id)).toEqual(step)
    expect(await books({ connectionString: database.url })).toMatchObject({ unbalanced: 0, charged_twice: 0 })
  }, 240_000)

  interface StepRow {
    id: string
    status: string
    attempts: number
    completed: string | null
  }

  async function ofSteps(): Promise<StepRow[]> {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      const { rows } = await client.query(
        `select id, status, attempts, completed_at::text as completed from conversions where parent_id is not null`,
      )
      return rows
    } finally {
      await client.end()
    }
  }
})
