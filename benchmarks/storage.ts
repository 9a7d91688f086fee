import { randomUUID } from 'node:crypto'
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { Customer } from './client.ts'
import { digits, megabytes, milliseconds, spread, timed } from './figures.ts'
import { forgetPeak, memoryOf } from './processes.ts'
import { openQueryTimes, type QueryTimes } from './query-times.ts'
import { databaseOf, withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const FILES = '/api/v1/user/storage/files/'
const LIST_TARGET_MS = 50
const ZIP_TARGET = 100_000_000

/** Queries of the Storage page. */
const QUESTIONS: Record<string, string> = {
  newest: '',
  'page 250': '?page=250',
  'by name': '?sort_by=file_name&sort_dir=asc',
  largest: '?sort_by=file_size_bytes',
  'part of a name, one match': '?q=0004999',
  'part of a name, a tenth of the files': '?q=report',
  'part of a name, no match': '?q=nothingofthekind',
  'one family': '?family=image',
  shared: '?shared=true',
}

interface Row {
  key: string
  size: number
  name: string
}

/** Inserts the rows that the server would create, without uploading files. */
async function insertFiles(client: pg.Client, owner: string, rows: readonly Row[]) {
  const keys = rows.map(({ key }) => key)
  const sizes = rows.map(({ size }) => size)
  const names = rows.map(({ name }) => name)
  await client.query(
    `insert into objects (key, owner_id, state, filename, size_bytes, sha256)
     select key, $1, 'stored', name, size, md5(key) from unnest($2::text[], $3::bigint[], $4::text[]) as x (key, size, name)`,
    [owner, keys, sizes, names],
  )
  const { rows: made } = await client.query<{ id: string }>(
    `insert into user_files (id, owner_id, object_key, file_name, size_bytes, family, format, source, already_tracked, held_bytes,
       storage_bytes_recorded, created_at, updated_at)
     select gen_random_uuid(), $1, key, name, size, (array['document', 'image', 'video', 'other'])[1 + at % 4],
       (array['pdf', 'png', 'mp4', null])[1 + at % 4], 'upload', false, size, size,
       now() - at * interval '7 minutes', now() - at * interval '7 minutes'
     from unnest($2::text[], $3::bigint[], $4::text[]) with ordinality as x (key, size, name, at) returning id`,
    [owner, keys, sizes, names],
  )
  await client.query(
    `update owners set storage_bytes = $2, storage_recorded = $2, storage_files = $3 where id = $1`,
    [owner, sizes.reduce((sum, size) => sum + size, 0), rows.length],
  )
  await client.query(
    `insert into shares (id, owner_id, token_hash, file_id, name, file_name, size_bytes, family, sha256)
     select gen_random_uuid(), owner_id, sha256(id::text::bytea), id, file_name, file_name, size_bytes, family, 'x'
     from user_files where owner_id = $1 and random() < 0.02`,
    [owner],
  )
  await client.query('analyze user_files, objects, shares')
  return made.map(({ id }) => id)
}

const row = (at: number): Row => ({
  key: `uploads/${randomUUID()}`,
  size: 1000 + ((at * 7919) % 5_000_000),
  name: `${at % 10 === 0 ? 'Quarterly report' : 'Site photo'} ${String(at).padStart(7, '0')}.pdf`,
})

/** The queries of the Storage page for an account with many files. */
export const storageList: Bench = {
  name: 'storage-list',
  title: 'Listing and searching 10,000 stored files',
  run: ({ quick }) =>
    withServer(
      async (server) => {
        const [count, rounds] = quick ? [1000, 3] : [10_000, 15]
        const customer = await Customer.signUp(server.url)
        const other = await Customer.signUp(server.url, 'neighbour')
        const client = new pg.Client(databaseOf(server))
        await client.connect()
        await insertFiles(
          client,
          customer.id,
          Array.from({ length: count }, (_, at) => row(at)),
        )
        await insertFiles(
          client,
          other.id,
          Array.from({ length: count }, (_, at) => row(at)),
        )
        await client.end()
        const times = await openQueryTimes(server, 'user_files')
        const found = new Map<string, { postgres: QueryTimes[]; http: number[]; results: number }>()
        for (let round = -1; round < rounds; round++) {
          for (const [name, query] of Object.entries(QUESTIONS)) {
            const entry = found.get(name) ?? { postgres: [], http: [], results: 0 }
            found.set(name, entry)
            const postgres = await times.during(async () => {
              const { answer, ms } = await timed(async () => (await customer.get(`${FILES}${query}`)).json())
              entry.results = (answer as { count: number }).count
              if (round >= 0) entry.http.push(ms)
            })
            if (round >= 0) entry.postgres.push(postgres)
          }
        }
        return {
          columns: [
            'query',
            'matches',
            'page',
            'counts and sums',
            'over HTTP',
            `total < ${LIST_TARGET_MS} ms`,
          ],
          rows: [...found].map(([name, { postgres, http, results }]) => {
            const whole = spread(postgres.map((one) => one.page + one.count)).median
            return [
              name,
              String(results),
              milliseconds(spread(postgres.map(({ page }) => page))),
              milliseconds(spread(postgres.map((one) => one.count))),
              `${digits(spread(http).median)} ms`,
              `${digits(whole)} ms: ${verdict(whole < LIST_TARGET_MS)}`,
            ]
          }),
          notes: [
            `Medians (low..high) of ${rounds} rounds; each round runs each query once. ${count.toLocaleString('en')} files of one account, one in fifty of them shared, and as many of another account. Pages have 20 files.`,
            'PostgreSQL times (parse, plan and execute) of all queries on the files: the page, the number of matches, and the size by family, from the statement log of the database.',
          ],
        }
      },
      { LOG_LEVEL: 'warn' },
    ),
}

/** Memory of the server while it sends a very large archive. */
export const storageZip: Bench = {
  name: 'zip',
  title: 'A ZIP of 2 GB, and one of more than 4 GB',
  run: ({ quick }) =>
    withServer(
      async (server) => {
        const customer = await Customer.signUp(server.url)
        const client = new pg.Client(databaseOf(server))
        await client.connect()
        const part = quick ? 20_000_000 : 500_000_000
        const rows = Array.from({ length: 9 }, (_, at) => ({ ...row(at), size: part }))
        for (const { key } of rows) putBytes(server.folder, key, part)
        const ids = await insertFiles(client, customer.id, rows)
        await client.end()
        await download(customer, ids.slice(0, 1)) // warms up what is loaded lazily
        const measured = []
        for (const count of [4, 9]) {
          forgetPeak(server.pid)
          const before = memoryOf(server.pid).now
          const { answer, ms } = await timed(() => download(customer, ids.slice(0, count)))
          const grown = memoryOf(server.pid).peak - before
          measured.push([
            `${count} files, ${megabytes(answer.bytes)}`,
            megabytes(before),
            megabytes(grown),
            '< 100 MB',
            verdict(grown < ZIP_TARGET && answer.bytes === answer.promised),
            `${digits(answer.bytes / 1_000_000 / (ms / 1000))} MB/s`,
          ])
        }
        return {
          columns: ['archive', 'memory before', 'peak growth', 'target', 'verdict', 'throughput'],
          rows: measured,
          notes: [
            'One run each over loopback, with a client that discards the bytes. Memory is the resident set of the server process (VmRSS before, VmHWM as peak). The length of each archive equals its `Content-Length`. The second archive is Zip64.',
          ],
        }
      },
      { LOG_LEVEL: 'warn', STORAGE_QUOTA_MB: '100000' },
    ),
}

/** Creates a stored object of zeros as a sparse file. */
function putBytes(folder: string, key: string, size: number) {
  const [prefix = '', name = ''] = key.split('/')
  const path = join(folder, 'objects', prefix, name.slice(0, 2), name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  truncateSync(path, size)
}

async function download(customer: Customer, ids: readonly string[]) {
  const response = await fetch(new URL(`${FILES}download/zip/`, customer.url), {
    method: 'POST',
    headers: { cookie: customer.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ file_ids: ids }),
  })
  if (!response.ok || !response.body) throw new Error(await response.text())
  let bytes = 0
  for await (const piece of response.body) bytes += piece.length
  return { bytes, promised: Number(response.headers.get('content-length')) }
}
