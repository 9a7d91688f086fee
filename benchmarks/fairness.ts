import { readFileSync } from 'node:fs'
import pg from 'pg'
import sharp from 'sharp'
import { Customer } from './client.ts'
import { milliseconds, spread, timed } from './figures.ts'
import { clip } from './samples.ts'
import { type BenchServer, databaseOf, withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const MOST_MS = 3000
const PNG = { target_format: 'webp', options: JSON.stringify({ quality: 80, effort: 0 }) }

/** Time of an image while another account has thousands of videos in the queue. */
export const fairness: Bench = {
  name: 'fairness',
  title: 'An image while videos of another account are queued',
  run: ({ quick }) =>
    withServer(async (server) => {
      const [rounds, videos] = quick ? [3, 200] : [9, 10_000]
      const [one, other] = [
        await Customer.signUp(server.url, 'videos'),
        await Customer.signUp(server.url, 'image'),
      ]
      const pixels = { width: 200, height: 200, channels: 3 as const, background: '#2a6' }
      const image = new File([new Uint8Array(await sharp({ create: pixels }).png().toBuffer())], 'small.png')
      const ask = async () => other.wait(await other.convert('image', image, PNG), 'image')
      const measure = async (pause: () => Promise<unknown>) => {
        const times: number[] = []
        for (let round = 0; round < rounds; round++) {
          const { ms, answer } = await timed(ask)
          if (answer.status !== 'completed') throw new Error('the image was not converted')
          times.push(ms)
          await pause()
        }
        return spread(times)
      }
      await ask()
      const alone = await measure(async () => {})
      const path = clip(server.folder, 3)
      if (path === null) throw new Error('The videos need FFmpeg, which is not installed.')
      const video = new File([new Uint8Array(readFileSync(path))], 'video.mp4')
      const id = await one.convert('video', video, { target_format: 'webm' })
      await repeat(server, id, videos)
      let position = 0
      const beside = await measure(async () => {
        const waiting = await count(server)
        if (waiting < videos / 2) throw new Error('the videos are done')
        position = waiting
      })
      return {
        columns: ['image of 200 pixels', `from request to result, n = ${rounds}`, 'target', 'verdict'],
        rows: [
          ['idle server', milliseconds(alone), '', ''],
          [
            `${videos} videos of another account queued`,
            milliseconds(beside),
            `≤ ${MOST_MS} ms`,
            verdict(beside.high <= MOST_MS),
          ],
        ],
        notes: [
          `Videos are converted during the whole measurement; ${position} were queued at the end. The videos are one upload, whose row and job are copied in the database. The target applies to the slowest image.`,
        ],
      }
    }),
}

/** Copies a queued conversion and its job `times` times. */
async function repeat(server: BenchServer, id: string, times: number): Promise<void> {
  await ask(
    server,
    `with copies as (
       insert into conversions select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'status', 'pending',
         'started_at', null, 'completed_at', null, 'output_key', null, 'output', null, 'credits_quoted', 0, 'credits_charged', null))).*
       from conversions c, generate_series(1, $2) where c.id = $1 returning id)
     insert into pgboss.job_common (name, data, singleton_key, group_id, policy, retry_limit, heartbeat_seconds, dead_letter)
     select job.name, job.data || jsonb_build_object('conversionId', copies.id), copies.id, job.group_id, job.policy, job.retry_limit,
       job.heartbeat_seconds, job.dead_letter
     from pgboss.job job, copies where job.data->>'conversionId' = $1::text`,
    [id, times],
  )
}

async function count(server: BenchServer): Promise<number> {
  const [row] = await ask(
    server,
    `select count(*)::int as count from pgboss.job where name like 'convert%' and state = 'created'`,
    [],
  )
  return Number(row?.count)
}

async function ask(server: BenchServer, text: string, values: unknown[]) {
  const client = new pg.Client(databaseOf(server))
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}
