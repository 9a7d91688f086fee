import pg from 'pg'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { openJobs } from '../../server/adapters/pg-boss-jobs.ts'
import { createDatabase } from '../postgres/database.ts'

const ROUNDS = 5
const PROCESSES = 6

it('the queue is opened by several processes at once where its index is missing', async () => {
  const database = await createDatabase()
  const log = pino({ level: 'silent' })
  const client = new pg.Client(database.url)
  await client.connect()
  try {
    for (let round = 0; round < ROUNDS; round++) {
      await client.query('drop index if exists pgboss.filewright_queue_order')
      const opened = await Promise.allSettled(
        Array.from({ length: PROCESSES }, () => openJobs(database.url, log)),
      )
      await Promise.all(opened.map((one) => (one.status === 'fulfilled' ? one.value.close() : null)))
      expect(opened.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))).toEqual([])
    }
  } finally {
    await client.end()
    await database.drop()
  }
})
