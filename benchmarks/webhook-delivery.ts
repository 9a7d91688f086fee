import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { end, spawnServer, until } from '../tests/server/process.ts'
import { openReceiver, type Received } from '../tests/server/receiver.ts'
import { Customer } from './client.ts'
import { digits } from './figures.ts'
import { type BenchServer, databaseOf, withFolder, withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const WEBHOOKS = '/api/v1/webhooks/'
const LOOPBACK = { WEBHOOKS_TO: '127.0.0.0/8', RATE_LIMITS: '1000' }
const HANGS_MS = 15_000

type Receiver = Awaited<ReturnType<typeof openReceiver>>

/**
 * Delivery of events to many receivers, with one that hangs, in a burst, and with a killed server.
 */
export const webhookDelivery: Bench = {
  name: 'webhook-delivery',
  title: 'Event delivery to 100 webhooks',
  run: async ({ quick }) => {
    const [accounts, each, events, burst] = quick ? [3, 2, 10, 40] : [20, 5, 20, 300]
    const rows: string[][] = []
    const row = (what: string, found: string, target = '', met: boolean | null = null) =>
      rows.push([what, found, target, met === null ? '' : verdict(met)])
    const figures = (times: number[]) => `p50 ${digits(at(times, 0.5))}, p99 ${digits(at(times, 0.99))} ms`

    await withServer(async (server) => {
      const desks = await Promise.all(
        Array.from({ length: accounts }, (_, number) => deskOf(server.url, `account${number}`)),
      )
      const receivers = await openReceivers(accounts * each)
      for (const [number, receiver] of receivers.entries())
        await (desks[number % accounts] as Desk).listen(receiver)
      await makeShares(desks, 1) // warms up
      await arrived(receivers, accounts * each)

      const spaced = await latencies(receivers, events * accounts * each, () =>
        makeShares(desks, events, 100),
      )
      const name = `event to first byte, ${accounts * each} webhooks of ${accounts} accounts, ${events * accounts} events`
      row(
        `${name}, 10 per second`,
        figures(spaced),
        'p50 < 100, p99 < 1000 ms',
        at(spaced, 0.5) < 100 && at(spaced, 0.99) < 1000,
      )

      const [one] = desks as [Desk, ...Desk[]]
      for (const receiver of receivers.filter((_, number) => number % accounts !== 0))
        await one.listen(receiver)
      const fan = await latencies(receivers, 5 * receivers.length, () => makeShares([one], 5, 1000))
      row(`  one event to all ${receivers.length} webhooks of one account, 5 times`, figures(fan))

      const { perSecond, count } = await flood(server, desks.slice(1), receivers, burst)
      row(`deliveries per second, burst of ${count}`, digits(perSecond), '≥ 500', perSecond >= 500)
      await closeAll(receivers)
    }, LOOPBACK)

    const [calm, hanging] = [await besides(false, quick), await besides(true, quick)]
    row('event to first byte, 9 webhooks, the tenth responds', figures(calm))
    const more = at(hanging, 0.99) - at(calm, 0.99)
    row(`  the tenth hangs for ${HANGS_MS / 1000} s`, figures(hanging), 'p99 increase < 1000 ms', more < 1000)

    const [total, kills] = quick ? [50, 1] : [1000, 10]
    const { lost, twice } = await killed(total, kills)
    row(`events lost, of ${total}, server killed ${kills} times`, String(lost), '0', lost === 0)
    row('  sent more than once, with the same ID', String(twice))
    return {
      columns: ['metric', 'measured', 'target', 'verdict'],
      rows,
      notes: [
        'Events are share links created through the API. Time from the timestamp in the payload to the arrival of the request at a receiver on loopback. Receivers and client run in the process of the benchmark, on the same cores. The burst is a recovery of stored events on all webhooks except those of one account.',
      ],
    }
  },
}

interface Desk {
  customer: Customer
  listen(receiver: Receiver): Promise<string>
  share(): Promise<string>
}

async function deskOf(url: string, name: string): Promise<Desk> {
  const customer = await Customer.signUp(url, name)
  const form = new FormData()
  form.append('file', new Blob(['# Note']), 'note.md')
  const stored = await fetch(new URL('/api/v1/user/storage/files/upload/', url), {
    method: 'POST',
    headers: { cookie: customer.cookie },
    body: form,
  })
  const { id: file_id } = (await stored.json()) as { id: string }
  return {
    customer,
    listen: async (receiver) =>
      (await customer.post(WEBHOOKS, { url: receiver.url(), events: ['share.created'] }))
        .webhook_id as string,
    share: async () => (await customer.post('/api/v1/user/shares/', { file_id })).link_id as string,
  }
}

/** Each desk creates `each` links, in turns, with a pause after each link. */
async function makeShares(desks: readonly Desk[], each: number, pauseMs = 0) {
  for (let round = 0; round < each; round++)
    for (const desk of desks) {
      await desk.share()
      await sleep(pauseMs)
    }
}

const openReceivers = (count: number, answer?: Parameters<typeof openReceiver>[0]): Promise<Receiver[]> =>
  Promise.all(Array.from({ length: count }, () => openReceiver(answer)))
const closeAll = (receivers: readonly Receiver[]) => Promise.all(receivers.map((one) => one.close()))
const requestsOf = (receivers: readonly Receiver[]): Received[] =>
  receivers.flatMap(({ received }) => received)
const arrived = (receivers: readonly Receiver[], count: number) =>
  until(300, async () => requestsOf(receivers).length >= count)

/** Milliseconds from the event to its request, for each request that `work` causes. */
async function latencies(receivers: readonly Receiver[], count: number, work: () => Promise<void>) {
  for (const { received } of receivers) received.length = 0
  await work()
  await arrived(receivers, count)
  return requestsOf(receivers).map(
    ({ at, body }) =>
      performance.timeOrigin + at - Date.parse((JSON.parse(body) as { timestamp: string }).timestamp),
  )
}

const at = (values: readonly number[], place: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * place))] ??
  Number.NaN

/** Recovers `burst` stored events on each webhook of these accounts. */
async function flood(
  server: BenchServer,
  desks: readonly Desk[],
  receivers: readonly Receiver[],
  burst: number,
) {
  const client = new pg.Client(databaseOf(server))
  await client.connect()
  for (const { customer } of desks)
    await client.query(
      `insert into events (id, owner_id, type, object_id, body, created_at)
       select gen_random_uuid(), owner_id, type, object_id, body, now() - interval '1 hour'
       from generate_series(1, $2::int), (select * from events where owner_id = $1 and type = 'share.created' limit 1) as one`,
      [customer.id, burst],
    )
  await client.end()
  for (const { received } of receivers) received.length = 0
  const since = new Date(Date.now() - 2 * 3_600_000).toISOString()
  let count = 0
  for (const desk of desks) {
    const listed = (await (await desk.customer.get(WEBHOOKS)).json()) as { results: { webhook_id: string }[] }
    for (const { webhook_id } of listed.results)
      count += (await desk.customer.post(`${WEBHOOKS}${webhook_id}/recover/`, { since })).count as number
  }
  await arrived(receivers, count)
  const times = requestsOf(receivers).map((one) => one.at)
  return { count, perSecond: (1000 * count) / (Math.max(...times) - Math.min(...times)) }
}

/** Delays at nine receivers of one account. The tenth may hang. */
const besides = (hangs: boolean, quick: boolean): Promise<number[]> =>
  withServer(async (server) => {
    const desk = await deskOf(server.url, 'besides')
    const good = await openReceivers(9)
    const tenth = await openReceiver((_request, response) => {
      if (!hangs) response.end()
    })
    for (const receiver of [...good, tenth]) await desk.listen(receiver)
    await makeShares([desk], 1)
    await arrived(good, 9)
    const events = quick ? 10 : 100
    const times = await latencies(good, 9 * events, () => makeShares([desk], events, 200))
    await closeAll([...good, tenth])
    return times
  }, LOOPBACK)

/** Counts lost and repeated events when the server is killed while it creates and delivers them. */
const killed = (total: number, kills: number) =>
  withFolder(async (folder) => {
    const launch = () => spawnServer(folder, LOOPBACK)
    let server = await launch()
    try {
      const receiver = await openReceiver((_request, response) => void setTimeout(() => response.end(), 50))
      const desk = await deskOf(server.url, 'killed')
      await desk.listen(receiver)
      const made = new Set<string>()
      const part = Math.ceil(total / (kills + 1))
      for (let kill = 0; kill <= kills; kill++) {
        while (made.size < Math.min(total, part * (kill + 1))) {
          const some = await Promise.allSettled(Array.from({ length: 10 }, () => desk.share()))
          for (const one of some) if (one.status === 'fulfilled') made.add(one.value)
        }
        if (kill === kills) break
        // Some links are being created, and some events delivered.
        const cut = Promise.allSettled(Array.from({ length: 10 }, () => desk.share()))
        await end(server.child, 'SIGKILL')
        for (const one of await cut) if (one.status === 'fulfilled') made.add(one.value)
        server = await launch()
        Object.assign(desk.customer, { url: server.url })
      }
      const idsOf = () =>
        Map.groupBy(
          receiver.received,
          ({ body }) => (JSON.parse(body) as { data: { object: { id: string } } }).data.object.id,
        )
      const missing = () => [...made].filter((id) => !idsOf().has(id)).length
      await until(300, async () => missing() === 0).catch(() => {})
      const again = [...idsOf().values()].filter((requests) => requests.length > 1)
      const ids = again.filter(
        (requests) => new Set(requests.map(({ headers }) => headers['webhook-id'])).size > 1,
      )
      if (ids.length > 0) throw new Error(`${ids.length} events had more than one ID`)
      await receiver.close()
      return { lost: missing(), twice: again.length }
    } finally {
      await end(server.child, 'SIGTERM')
    }
  })
