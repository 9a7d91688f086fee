import type { SQL } from 'drizzle-orm'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConversionHooks } from '../../server/adapters/conversion-jobs.ts'
import { type JobsAdapter, openJobs } from '../../server/adapters/pg-boss-jobs.ts'
import { openDatabase } from '../../server/adapters/postgres.ts'
import { notifying } from '../../server/core/transaction.ts'
import { createDatabase } from '../postgres/database.ts'

const log = pino({ level: 'silent' })
const undo: (() => Promise<void>)[] = []
let url: string
let sender: JobsAdapter
let database: ReturnType<typeof openDatabase>
beforeEach(async () => {
  const made = await createDatabase()
  url = made.url
  undo.push(made.drop)
  database = openDatabase(url, log, 4)
  undo.push(database.close)
  sender = await openJobs(url, log)
  undo.push(sender.close)
})
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

interface Sent {
  long?: boolean
  needs?: string[]
  limit?: number | null
}
/** Sends jobs of an owner, in their order; their ids are the words. */
const send = async (
  owner: string,
  words: string[],
  { long = false, needs = ['sharp'], limit = null }: Sent = {},
) => {
  for (const word of words)
    await notifying({ db: database.db, signals: { send() {} } }, (tx) =>
      sender.sendConversion(tx, word, { owner: { id: owner, limit }, demands: { engines: needs, long } }),
    )
}
const many = (word: string, count: number) => Array.from({ length: count }, (_, at) => `${word}${at + 1}`)

/** A worker whose jobs end when a test says so. */
async function startWorker(abilities: string[], concurrency: number) {
  const jobs = await openJobs(url, log)
  const begun: string[] = []
  const running = new Map<string, (answer: 'done' | 'returned' | Error) => void>()
  const hooks = new Map<string, ConversionHooks>()
  const { wake } = jobs.work({ concurrency, abilities: () => abilities }, ({ conversionId }, given) => {
    begun.push(conversionId)
    hooks.set(conversionId, given)
    return new Promise((resolve, reject) => {
      running.set(conversionId, (answer) => {
        running.delete(conversionId)
        if (answer instanceof Error) reject(answer)
        else resolve(answer)
      })
    })
  })
  const end = (id: string, answer: 'done' | 'returned' | Error = 'done') => running.get(id)?.(answer)
  undo.push(async () => {
    await jobs.rest()
    for (const id of running.keys()) end(id)
    await jobs.close()
  })
  return { begun, running: () => [...running.keys()], hooks, end, wake, jobs }
}
const counted = async (state: string) => {
  const { rows } = await database.pool.query(
    `select count(*)::int as count from pgboss.job where name like 'convert%' and state = $1`,
    [state],
  )
  return rows[0].count
}

describe('workers with different engines', () => {
  it('take what they can do, and leave the rest to others', async () => {
    await send('ana', many('office', 3), { needs: ['LibreOffice', 'LibreOffice sheet'] })
    await send('ana', ['image'])
    await send('ben', ['scan'], { needs: ['sharp', 'Tesseract deu'] })
    const small = await startWorker(['sharp', 'LibreOffice', 'LibreOffice text', 'Tesseract eng'], 4)
    await expect.poll(() => small.begun).toEqual(['image'])
    small.end('image')
    await expect.poll(() => counted('completed')).toBe(1)
    small.wake()

    const full = await startWorker(['sharp', 'LibreOffice', 'LibreOffice sheet', 'Tesseract deu'], 4)
    await expect.poll(() => full.begun.toSorted()).toEqual(['office1', 'office2', 'office3', 'scan'])
    expect(small.begun).toEqual(['image'])
  })

  it('take jobs that an earlier version has sent, which say nothing of engines, owners or kinds', async () => {
    await database.pool.query(
      `insert into pgboss.job (name, data, retry_limit, policy) select 'convert', jsonb_build_object('conversionId', 'old' || n), 4, 'standard'
       from generate_series(1, 3) n`,
    )
    await send('ana', ['new'])
    const worker = await startWorker(['sharp'], 4)
    worker.wake()
    await expect.poll(() => worker.begun.toSorted()).toEqual(['new', 'old1', 'old2', 'old3'])
  })
})

describe('quick and long jobs', () => {
  it('have places of their own: another’s image begins at once beside 2000 videos, and videos go on beside images', async () => {
    await database.pool.query(
      `insert into pgboss.job (name, data, retry_limit, policy, group_id) select 'convert_long',
         jsonb_build_object('conversionId', 'video' || n, 'needs', 'FFmpeg'), 4, 'standard', 'ana' from generate_series(1, 2000) n`,
    )
    const worker = await startWorker(['sharp', 'FFmpeg'], 4)
    await expect.poll(() => worker.running()).toHaveLength(3)
    await send('ben', ['image'])
    await expect.poll(() => worker.begun, { message: 'before any video has ended' }).toContain('image')
    expect(worker.begun).toHaveLength(4)
    worker.end('image')

    await send('ben', many('photo', 20))
    for (const video of worker.running().filter((id) => id.startsWith('video'))) worker.end(video)
    await expect
      .poll(() => worker.running().filter((id) => id.startsWith('video')), { message: 'one at least' })
      .not.toEqual([])
  })
})

describe('places', () => {
  it('of jobs whose results are being stored are free for as many others, and no more', async () => {
    await send('ana', many('ana', 6))
    const worker = await startWorker(['sharp'], 2)
    await expect.poll(() => worker.running()).toHaveLength(2)
    for (const begins of [3, 4]) {
      worker.hooks.get(worker.begun.at(begins - 3) as string)?.converted()
      await expect.poll(() => worker.begun).toHaveLength(begins)
    }
    // Two results are being stored: a third job holds its place until one of them is.
    const [first, , third] = worker.begun as [string, string, string]
    worker.hooks.get(third)?.converted()
    worker.wake()
    worker.end(first)
    await expect.poll(() => counted('completed')).toBe(1)
    worker.wake()
    await worker.jobs.rest()
    expect(worker.begun).toHaveLength(4)
  })
})

describe('owners', () => {
  it('take turns: the first job of another one begins after as many ends as there are owners before', async () => {
    await send('ana', many('ana', 50))
    await send('ben', many('ben', 50))
    const worker = await startWorker(['sharp'], 2)
    await expect.poll(() => worker.running()).toHaveLength(2)
    await send('cleo', ['cleo1', 'cleo2'])
    let ends = 0
    while (!worker.begun.includes('cleo1')) {
      const before = worker.begun.length
      worker.end(worker.running()[0] as string)
      ends++
      await expect.poll(() => worker.begun.length).toBe(before + 1)
    }
    expect(ends).toBeLessThanOrEqual(3)
    const [first, second] = [worker.begun.indexOf('cleo1'), worker.begun.length]
    expect(second).toBe(first + 1)
    expect(
      worker.begun.filter((id) => id.startsWith('ana')),
      'each in its own order',
    ).toEqual(many('ana', worker.begun.filter((id) => id.startsWith('ana')).length))
  })

  it('wait at the position that is told: it is how many begin before', async () => {
    const worker = await startWorker(['sharp'], 2)
    await send('ben', ['first', 'second'])
    worker.wake()
    await expect.poll(() => worker.running()).toHaveLength(2)
    await send('ana', many('ana', 3))
    await send('ben', many('ben', 5))
    await send('cleo', many('cleo', 2))
    worker.wake()
    const ids = [...many('ana', 3), ...many('ben', 5), ...many('cleo', 2)]
    const told = await sender.queuePositions(ids)
    expect([...told.values()].toSorted((a, b) => a - b)).toEqual(many('', 10).map(Number))
    for (let left = ids.length; left > 0; left--) {
      worker.end(worker.running()[0] as string)
      await expect.poll(() => worker.begun.length).toBe(2 + ids.length - left + 1)
    }
    expect(worker.begun.slice(2)).toEqual(ids.toSorted((a, b) => (told.get(a) ?? 0) - (told.get(b) ?? 0)))
  })

  it('never run more at once than their limit, whatever the number of processes', async () => {
    await send('ana', many('ana', 12), { limit: 2 })
    await send('ana', ['video'], { limit: 2, long: true })
    const workers = await Promise.all([1, 2, 3].map(() => startWorker(['sharp'], 4)))
    const running = () => workers.flatMap((worker) => worker.running())
    for (let ended = 0; ended < 13; ended++) {
      await expect.poll(() => running().length).toBeGreaterThan(0)
      await expect.poll(() => running().length, { message: 'both places' }).toBe(Math.min(2, 13 - ended))
      expect(await counted('active')).toBeLessThanOrEqual(2)
      const id = running()[0] as string
      for (const worker of workers) worker.end(id)
    }
    await expect.poll(() => counted('completed')).toBe(13)
  }, 60_000)
})

describe('a job', () => {
  it('that is given back waits at its place with all its tries; one that fails is tried again', async () => {
    await send('ana', ['first', 'second'])
    const worker = await startWorker(['sharp'], 2)
    await expect.poll(() => worker.running()).toHaveLength(2)
    await worker.jobs.rest()
    worker.end('first', 'returned')
    await expect.poll(() => counted('created')).toBe(1)
    expect([...(await sender.queuePositions(['first']))]).toEqual([['first', 1]])
    worker.end('second', new Error('no'))
    await expect.poll(() => counted('retry')).toBe(1)
    const other = await startWorker(['sharp'], 2)
    await expect.poll(() => other.begun, { timeout: 10_000 }).toEqual(['first', 'second'])
    const { rows } = await database.pool.query(
      `select data->>'conversionId' as id, retry_count as tries from pgboss.job where state = 'active' order by 1`,
    )
    expect(rows).toEqual([
      { id: 'first', tries: 0 },
      { id: 'second', tries: 1 },
    ])
    expect(other.hooks.get('second')?.lastTry).toBe(false)
  })

  it('that another worker has taken is stopped, and does not complete the other’s try', async () => {
    await send('ana', ['one'])
    const worker = await startWorker(['sharp'], 1)
    await expect.poll(() => worker.begun).toEqual(['one'])
    await database.pool.query(`update pgboss.job set retry_count = 1 where state = 'active'`)
    await expect.poll(() => worker.hooks.get('one')?.lost.aborted, { timeout: 10_000 }).toBe(true)
    worker.end('one')
    await worker.jobs.rest()
    await worker.jobs.close()
    expect(await counted('active')).toBe(1)
  })

  it('is completed by the transaction that ends its conversion, or not at all', async () => {
    await send('ana', ['one'])
    const worker = await startWorker(['sharp'], 1)
    await expect.poll(() => worker.begun).toEqual(['one'])
    const completion = worker.hooks.get('one')?.completion() as SQL
    const undone = database.db.transaction(async (tx) => {
      await tx.execute(completion)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await counted('active')).toBe(1)
    await database.db.transaction((tx) => tx.execute(completion))
    expect(await counted('completed')).toBe(1)
  })
})
