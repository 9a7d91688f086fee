import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openReceiver } from '../tests/server/receiver.ts'
import { Customer } from './client.ts'
import { digits, milliseconds, spread, timed } from './figures.ts'
import { photograph } from './photograph.ts'
import { type BenchServer, databaseOf, withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const SETTINGS = { WEBHOOKS_TO: '127.0.0.0/8', LOG_LEVEL: 'warn' }
const WITHOUT = {
  ...SETTINGS,
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'without-events.mjs')}`,
}

const WARM_UP = 10

/** Milliseconds of the same conversion where it is told of and where it is not. */
interface Pair {
  told: number
  untold: number
}

/** What a conversion leaves to do after its answer shall not be in the time of the next one. */
const SETTLED_MS = 60

type Measured = Record<'alone' | 'delivered', Pair[]>

/** The same conversion by a server that writes events and by one that does not, in turns. */
export const eventCost: Bench = {
  name: 'event-cost',
  title: 'What writing events costs a conversion',
  run: async ({ quick }) => {
    const rounds = quick ? 10 : 100
    // Of two equal servers the later one is up to 3 % quicker: each is the later one once.
    const first = await withServer(
      (telling) => withServer((silent) => measureBoth(telling, silent, rounds), WITHOUT),
      SETTINGS,
    )
    const second = await withServer(
      (silent) => withServer((telling) => measureBoth(telling, silent, rounds), SETTINGS),
      WITHOUT,
    )
    const row = (name: string, pairs: Pair[]) => {
      const more = 100 * (spread(pairs.map(({ told, untold }) => told / untold)).median - 1)
      return [
        name,
        milliseconds(spread(pairs.map(({ untold }) => untold))),
        milliseconds(spread(pairs.map(({ told }) => told))),
        `${digits(more)} %`,
        verdict(more < 3),
      ]
    }
    return {
      columns: ['conversion', 'without events', 'with events', 'more, of pairs', '< 3 %'],
      rows: [
        row('no webhook listens', [...first.alone, ...second.alone]),
        row('one webhook listens', [...first.delivered, ...second.delivered]),
      ],
      notes: [
        `From sending the file to the answer that it is done; a small JPEG becomes WebP, which is among the quickest. Medians (low..high) of ${2 * rounds} pairs, ${SETTLED_MS} ms apart; two servers with a database each, started in either order, one of them without what writes events (\`benchmarks/without-events.mjs\`).`,
      ],
    }
  },
}

async function measureBoth(telling: BenchServer, silent: BenchServer, rounds: number): Promise<Measured> {
  const file = new File([new Uint8Array(await photograph(160, 120))], 'a.jpg', { type: 'image/jpeg' })
  const [one, other] = [await Customer.signUp(telling.url), await Customer.signUp(silent.url)]
  const convert = async (customer: Customer) => {
    const { ms } = await timed(async () =>
      customer.wait(await customer.convert('image', file, { target_format: 'webp' }), 'image'),
    )
    await sleep(SETTLED_MS)
    return ms
  }
  const measure = async () => {
    const pairs: Pair[] = []
    for (let round = -WARM_UP; round < rounds; round++) {
      // In turns, also of who begins: what the machine does besides meets both.
      const [first, second] = round % 2 === 0 ? [one, other] : [other, one]
      const [begun, ended] = [await convert(first), await convert(second)]
      const pair = first === one ? { told: begun, untold: ended } : { told: ended, untold: begun }
      if (round >= 0) pairs.push(pair)
    }
    return pairs
  }
  const alone = await measure()
  const written = await eventsIn(telling)
  if (written < rounds) throw new Error(`Only ${written} events were written.`)
  if ((await eventsIn(silent)) > 0) throw new Error('Events were written where none should be.')
  const receiver = await openReceiver()
  await one.post('/api/v1/webhooks/', { url: receiver.url(), events: ['*'] })
  const delivered = await measure()
  await receiver.close()
  return { alone, delivered }
}

async function eventsIn(server: BenchServer): Promise<number> {
  const client = new pg.Client(databaseOf(server))
  await client.connect()
  try {
    const { rows } = await client.query<{ count: number }>('select count(*)::int as count from events')
    return rows[0]?.count ?? 0
  } finally {
    await client.end()
  }
}
