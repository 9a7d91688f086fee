import { randomUUID } from 'node:crypto'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import type { AuditLog, SigningSession } from '../contract/signing.ts'
import { Outbox } from '../tests/contract/outbox.ts'
import { until } from '../tests/server/process.ts'
import { Customer } from './client.ts'
import { digits, milliseconds, spread, timed } from './figures.ts'
import { type BenchServer, withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const SIGNING = '/api/v1/pdf_handler/signing/'

/** All recipients sign at the same moment, compared with the same number one after another. */
export const signingLoad: Bench = {
  name: 'signing-load',
  title: '50 recipients who sign at the same time',
  run: ({ quick }) =>
    withServer(async (server) => {
      const [rounds, count] = quick ? [1, 5] : [3, 50]
      const customer = await Customer.signUp(server.url)
      const desk = await deskOf(customer, server)
      await desk.signed(await desk.begin(2), inTurn) // warms up
      const times = { inTurn: [] as number[], atOnce: [] as number[], twice: [] as number[] }
      let lost = 0
      let doubled = 0
      let sound = 0
      for (let round = 0; round < rounds; round++) {
        const ways = [
          ['inTurn', inTurn],
          ['atOnce', atOnce],
          ['twice', twice],
        ] as const
        // The order alternates, so that none benefits from the warm-up of another.
        for (const [name, way] of round % 2 === 0 ? ways : ways.toReversed()) {
          const { ms, acts, intact } = await desk.signed(await desk.begin(count), way)
          times[name].push(ms)
          lost += count - new Set(acts).size
          doubled += acts.length - new Set(acts).size
          sound += intact ? 1 : 0
        }
      }
      const ratioOf = (some: number[], requests: number) => {
        const ratio = spread(some.map((ms, at) => ms / (times.inTurn[at] ?? Number.NaN)))
        return [
          `${digits(ratio.median)} (${digits(ratio.low)}..${digits(ratio.high)})`,
          `≤ ${requests}`,
          verdict(ratio.median <= requests),
        ]
      }
      const of = '  ratio to sequential'
      const sessions = rounds * 3
      return {
        columns: ['case', `median (low..high), n = ${rounds}`, 'target', 'verdict'],
        rows: [
          [`${count} sequential`, milliseconds(spread(times.inTurn)), '', ''],
          [`${count} concurrent`, milliseconds(spread(times.atOnce)), '', ''],
          [of, ...ratioOf(times.atOnce, 1)],
          [`${count} concurrent, each with a double click`, milliseconds(spread(times.twice)), '', ''],
          [of, ...ratioOf(times.twice, 2)],
          [`signatures lost, of ${sessions * count}`, String(lost), '0', verdict(lost === 0)],
          ['signatures duplicated', String(doubled), '0', verdict(doubled === 0)],
          ['logs intact and results sealed', `${sound} of ${sessions}`, 'all', verdict(sound === sessions)],
        ],
        notes: [
          'Time from the first request to the last response. Each recipient sends a drawn signature and a text. A double click sends the request twice at the same moment; the target is at most twice the time. All recipients of a signature request lock the same row, one after another. The seal that follows the last signature is not counted.',
        ],
      }
    }),
}

type Press = () => Promise<void>
type Way = (presses: readonly Press[]) => Promise<unknown>
const inTurn: Way = async (presses) => {
  for (const press of presses) await press()
}
const atOnce: Way = (presses) => Promise.all(presses.map((press) => press()))
const twice: Way = (presses) => Promise.all(presses.flatMap((press) => [press(), press()]))

interface Begun {
  at: string
  presses: Press[]
}

async function deskOf(customer: Customer, { url, folder }: BenchServer) {
  const headers = { cookie: customer.cookie }
  const post = async (path: string, body: object, own = {}) => {
    const response = await fetch(new URL(path, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...own },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response.json()
  }
  const form = new FormData()
  form.append('file', new Blob([await lease()]), 'Lease.pdf')
  const upload = new URL('/api/v1/user/storage/files/upload/', url)
  const stored = await fetch(upload, { method: 'POST', headers, body: form })
  const { id: file_id } = (await stored.json()) as { id: string }
  const outbox = new Outbox(folder)
  const signature = { how: 'drawn', picture: (await drawn()).toString('base64') }

  async function begin(count: number): Promise<Begun> {
    const recipients = Array.from({ length: count }, (_, at) => {
      const id = randomUUID()
      return { id, name: `Signer ${at + 1}`, email: `${id}@mail.example` }
    })
    const fields = recipients.flatMap(({ id }, at) =>
      ['signature', 'text'].map((kind, page) => ({
        id: randomUUID(),
        recipient_id: id,
        kind,
        places: [
          {
            page: page + 1,
            rect: { x: 40 + 100 * (at % 5), y: 100 + 60 * (at % 11), width: 90, height: 40 },
          },
        ],
      })),
    )
    const { id } = (await post(
      `${SIGNING}sessions/`,
      { file_id, recipients, fields },
      headers,
    )) as SigningSession
    const tokens: string[] = []
    for (const { email } of recipients)
      tokens.push((await outbox.signingLink(email)).split('/').at(-1) as string)
    const presses = tokens.map((token, at) => async () => {
      const values = { [fields[2 * at + 1]?.id as string]: `Hereby ${at}` }
      await post(`${SIGNING}sign/${token}/`, { consent: true, signature, values })
    })
    return { at: `${SIGNING}sessions/${id}/`, presses }
  }

  async function signed({ at, presses }: Begun, way: Way) {
    const { ms } = await timed(() => way(presses))
    const done = await until(60, async () => {
      const session = (await (await customer.get(at)).json()) as SigningSession
      return (session.state === 'completed' || session.problem !== null) && session
    })
    const log = (await (await customer.get(`${at}log/`)).json()) as AuditLogBody
    const acts = log.rows.filter(({ event }) => event === 'acted').map(({ recipient_id: id }) => id)
    return { ms, acts, intact: log.intact && done.state === 'completed' }
  }
  return { begin, signed }
}

type AuditLogBody = (typeof AuditLog)['_output']

async function lease() {
  const document = await PDFDocument.create()
  for (const text of ['One', 'Two']) document.addPage([595, 842]).drawText(text)
  return Uint8Array.from(await document.save())
}

const drawn = () =>
  sharp({ create: { width: 480, height: 160, channels: 4, background: '#0000' } })
    .composite([
      {
        input: Buffer.from(
          '<svg width="480" height="160"><path d="M10 120C90 -60 160 240 240 80S400 10 470 110" fill="none" stroke="#123" stroke-width="5"/></svg>',
        ),
      },
    ])
    .png()
    .toBuffer()
