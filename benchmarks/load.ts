import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { aPdf } from '../tests/contract/a-pdf.ts'
import { Outbox } from '../tests/contract/outbox.ts'
import { until } from '../tests/server/process.ts'
import { Customer } from './client.ts'
import { type BenchServer, withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const FILES = '/api/v1/user/storage/files/'
const PASSWORD = 'only for this run'
/** Average pause between two rounds of a client, in ms. */
const THINKS = 5000
const POLLS = 3000

type Group = 'share link' | 'signing link' | 'sign-in' | 'polling' | 'upload' | 'user/me'
interface Answer {
  group: Group
  status: number
  ms: number
  retryAfter: boolean
}

/** Many visitors of public pages together with signed-in users, on one process. */
export const load: Bench = {
  name: 'load',
  title: '200 visitors each on a share link, a signing link and sign-in; 100 users polling; 50 uploading',
  run: ({ quick }) =>
    withServer(
      async (server) => {
        const [crowd, people, uploads, seconds] = quick ? [20, 10, 5, 10] : [200, 100, 50, 120]
        const scene = await prepare(server)
        const quiet: Answer[] = []
        for (let at = 0; at < 300; at++)
          quiet.push(await scene.ask('user/me', '/api/v1/user/me/', scene.signedIn))
        await readDelay(server)
        const answers = await crowdFor(seconds * 1000, scene, { crowd, people, uploads })
        const delay = await readDelay(server)
        return findings(quiet, answers, delay, seconds)
      },
      {
        RATE_LIMITS: '1000',
        STORAGE_QUOTA_MB: '1000000',
        LOG_LEVEL: 'warn',
        NODE_OPTIONS: `--import=${join(import.meta.dirname, 'loop-delay.mjs')}`,
        LOOP_DELAY_FILE: DELAY_FILE,
      },
    ),
}

const DELAY_FILE = `/tmp/fw-loop-delay-${process.pid}.json`

async function readDelay(server: BenchServer): Promise<{ p50: number; p99: number; max: number }> {
  rmSync(DELAY_FILE, { force: true })
  process.kill(server.pid, 'SIGUSR2')
  await until(10, async () => existsSync(DELAY_FILE) && readFileSync(DELAY_FILE, 'utf8') !== '')
  const { p50, p99, max } = JSON.parse(readFileSync(DELAY_FILE, 'utf8'))
  rmSync(DELAY_FILE, { force: true })
  return { p50: p50 / 1e6, p99: p99 / 1e6, max: max / 1e6 }
}

async function prepare(server: BenchServer) {
  const agent = new Agent({ connections: 2000, keepAliveTimeout: 60_000 })
  const owner = await Customer.signUp(server.url)
  const cookie = { cookie: owner.cookie }
  const json = { ...cookie, 'content-type': 'application/json' }
  const post = async (path: string, body: object) => {
    const answer = await fetch(new URL(path, server.url), {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} returned ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { url: string }
  }
  const store = async (content: Blob, name: string) => {
    const form = new FormData()
    form.append('file', content, name)
    const answer = await fetch(new URL(`${FILES}upload/`, server.url), {
      method: 'POST',
      headers: cookie,
      body: form,
    })
    return ((await answer.json()) as { id: string }).id
  }
  const shared = await post('/api/v1/user/shares/', {
    file_id: await store(new Blob([randomBytes(200_000)]), 'shared.bin'),
  })
  const recipient = { id: randomUUID(), name: 'Ada', email: 'ada@mail.example', role: 'signer' }
  await post('/api/v1/pdf_handler/signing/sessions/', {
    file_id: await store(aPdf(3), 'lease.pdf'),
    recipients: [recipient],
    fields: [
      {
        id: randomUUID(),
        recipient_id: recipient.id,
        kind: 'signature',
        places: [{ page: 1, rect: { x: 50, y: 50, width: 160, height: 40 } }],
      },
    ],
  })
  const signing = (await new Outbox(server.folder).signingLink(recipient.email)).split('/sign/')[1] as string

  /** Sends a request and reads the whole response. */
  const ask = async (
    group: Group,
    path: string,
    headers: Record<string, string> = {},
    body?: string | Buffer,
    read?: (text: string) => void,
  ): Promise<Answer> => {
    const started = performance.now()
    const answer = await request(new URL(path, server.url), {
      dispatcher: agent,
      method: body === undefined ? 'GET' : 'POST',
      headers,
      ...(body !== undefined && { body }),
    })
    const text = await answer.body.text()
    read?.(text)
    return {
      group,
      status: answer.statusCode,
      ms: performance.now() - started,
      retryAfter: answer.headers['retry-after'] !== undefined,
    }
  }
  return { ask, signedIn: cookie, share: shared.url.split('/s/')[1] as string, signing }
}

type Scene = Awaited<ReturnType<typeof prepare>>

/**
 * All visitors start at the same moment, while users are already active. All repeat until the end.
 */
async function crowdFor(ms: number, scene: Scene, size: { crowd: number; people: number; uploads: number }) {
  const answers: Answer[] = []
  const end = performance.now() + ms
  const { ask, signedIn, share, signing } = scene
  const repeat = async (every: number, once: () => Promise<Answer[]>, isCrowd: boolean) => {
    if (!isCrowd) await pause(every * Math.random())
    while (performance.now() < end) {
      answers.push(...(await once()))
      await pause(every * (0.5 + Math.random()))
    }
  }
  const many = (count: number, every: number, once: () => Promise<Answer[]>, isCrowd = true) =>
    Array.from({ length: count }, () => repeat(every, once, isCrowd))
  const json = { 'content-type': 'application/json' }
  const at = `/api/v1/user/shares/public/${share}/`
  const link = `/api/v1/pdf_handler/signing/sign/${signing}/`
  const boundary = 'load'
  const file = Buffer.concat([
    Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="load.bin"\r\n\r\n`),
    randomBytes(2_000_000),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  await Promise.all([
    ...many(size.crowd, THINKS, async () => {
      const seen = [await ask('share link', `/s/${share}`), await ask('share link', at)]
      let url = ''
      seen.push(
        await ask('share link', `${at}download/`, json, '{}', (text) => {
          url = JSON.parse(text).download_url ?? ''
        }),
      )
      if (url) seen.push(await ask('share link', new URL(url).pathname))
      return seen
    }),
    ...many(size.crowd, THINKS, async () => [
      await ask('signing link', `/sign/${signing}`),
      await ask('signing link', link),
      await ask('signing link', `${link}document/`),
    ]),
    ...many(size.crowd, THINKS, async () => [
      await ask(
        'sign-in',
        '/api/v1/user/auth/login/',
        json,
        JSON.stringify({ username: 'bench', password: PASSWORD }),
      ),
    ]),
    ...many(
      size.people,
      POLLS,
      async () => [
        await ask('user/me', '/api/v1/user/me/', signedIn),
        await ask('polling', '/api/v1/conversion/?limit=20', signedIn),
      ],
      false,
    ),
    ...many(
      size.uploads,
      THINKS,
      async () => [
        await ask(
          'upload',
          `${FILES}upload/`,
          { ...signedIn, 'content-type': `multipart/form-data; boundary=${boundary}` },
          file,
        ),
      ],
      false,
    ),
  ])
  return answers
}

const percentile = (answers: readonly Answer[], part: number): number => {
  const sorted = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}

function findings(
  quiet: readonly Answer[],
  answers: readonly Answer[],
  delay: { p50: number; p99: number; max: number },
  seconds: number,
) {
  const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`
  const groups = [...Map.groupBy(answers, ({ group }) => group)]
  const rows = groups.map(([group, some]) => {
    const busy = some.filter(
      ({ status, retryAfter }) => (status === 503 || status === 429) && retryAfter,
    ).length
    const faults = some.filter(
      ({ status, retryAfter }) => status >= 500 && !(status === 503 && retryAfter),
    ).length
    return [
      group,
      String(some.length),
      (some.length / seconds).toFixed(1),
      ms(percentile(some, 0.5)),
      ms(percentile(some, 0.99)),
      String(busy),
      String(faults),
    ]
  })
  const faults = rows.reduce((sum, row) => sum + Number(row.at(-1)), 0)
  const quietP99 = percentile(quiet, 0.99)
  const loadedP99 = percentile(
    answers.filter(({ group }) => group === 'user/me'),
    0.99,
  )
  return {
    columns: [
      'request',
      'responses',
      'per second',
      'median',
      'p99',
      '503 or 429 with Retry-After',
      'other 5xx',
    ],
    rows: [
      ...rows,
      ['other 5xx, total', String(faults), '', '', '', '0', verdict(faults === 0)],
      [
        'user/me: p99, ratio to idle',
        `${(loadedP99 / quietP99).toFixed(1)} ×`,
        '',
        ms(quietP99),
        ms(loadedP99),
        '≤ 10 ×',
        verdict(loadedP99 <= 10 * quietP99),
      ],
      ['event loop delay', '', '', ms(delay.p50), ms(delay.p99), '< 100 ms', verdict(delay.p99 < 100)],
    ],
    notes: [
      `Duration: ${seconds} s. All visitors start at the same moment, while the polling and uploading users are already active. Clients wait 2.5 to 7.5 s between two rounds, polling clients 1.5 to 4.5 s. A round on a share link requests the page, the data of the link, a download URL and a file of 200 kB. A round on a signing link requests the page, its data and the document. An upload has 2 MB. Server, database and load generator share the cores of the machine.`,
    ],
  }
}
