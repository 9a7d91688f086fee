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

/** Milliseconds of the same conversion with events (`told`) and without (`untold`). */
interface Pair {
  told: number
  untold: number
}

/** Pause after a conversion, so that its remaining work is not in the time of the next one. */
const SETTLED_MS = 60

type Measured = Record<'alone' | 'delivered', Pair[]>

/** Compares a server that writes events with one that does not. They take turns. */
export const eventCost: Bench = {
  name: 'event-cost',
  title: 'Cost of writing events, per conversion',
  run: async ({ quick }) => {
    const rounds = quick ? 10 : 100
    // Of two equal servers, the one started later is up to 3 % faster. So each starts later once.
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
      columns: ['conversion', 'without events', 'with events', 'difference, median of pairs', '< 3 %'],
      rows: [
        row('no webhook subscribed', [...first.alone, ...second.alone]),
        row('one webhook subscribed', [...first.delivered, ...second.delivered]),
      ],
      notes: [
        `Time from sending the file to the response that the conversion is completed: a small JPEG to WebP, one of the fastest conversions. Medians (low..high) of ${2 * rounds} pairs, ${SETTLED_MS} ms apart. Two servers, each with its own database, are started in both orders. One of them writes no events (\`benchmarks/without-events.mjs\`).`,
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
      // The order alternates, so that other load on the machine affects both.
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
  if ((await eventsIn(silent)) > 0) throw new Error('The server without events wrote events.')
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
