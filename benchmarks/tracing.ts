import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { spansOf } from '../tests/server/otlp-receiver.ts'
import { Customer } from './client.ts'
import { digits, spread } from './figures.ts'
import { ownSeconds } from './processes.ts'
import { type BenchServer, withServer } from './server.ts'
import { smallJobs } from './small-jobs.ts'
import { type Bench, verdict } from './table.ts'

const SETTINGS = { LOG_LEVEL: 'warn' }
const MOST_PERCENT = 5

/**
 * Jobs per second, and CPU milliseconds of the server process per job, without database and
 * engines.
 */
interface Measured {
  rate: number
  cpuMs: number
}

/** One measurement of each server. */
interface Pair {
  traced: Measured
  untraced: Measured
}

/** A collector that only stores what it receives. */
async function openCollector() {
  const bodies: Buffer[] = []
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks))
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, bodies, close: () => server.close() }
}

/** Compares a server that sends traces with one that does not. They take turns. */
export const tracing: Bench = {
  name: 'tracing',
  title: 'Cost of traces: small jobs per second',
  run: async ({ quick }) => {
    const [rounds, jobs] = quick ? [2, 40] : [8, 100]
    const collector = await openCollector()
    const traced = { ...SETTINGS, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
    // Of two equal servers, the one started later is up to 3 % faster. So each starts later once.
    const pairs = [
      ...(await withServer((one) => withServer((other) => measure(one, other), SETTINGS), traced)),
      ...(await withServer((other) => withServer((one) => measure(one, other), traced), SETTINGS)),
    ]
    collector.close()
    const spans = collector.bodies.flatMap(spansOf)
    const conversions = spans.filter(({ name }) => name === 'process convert').length
    if (conversions < rounds * jobs) throw new Error(`Only ${conversions} conversions were traced.`)
    const bytes = collector.bodies.reduce((sum, body) => sum + body.length, 0)
    const of = (figures: number[]) => {
      const { median, low, high } = spread(figures)
      return `${digits(median)} (${digits(low)}..${digits(high)})`
    }
    const both = (what: keyof Measured) => [
      of(pairs.map(({ untraced }) => untraced[what])),
      of(pairs.map(({ traced }) => traced[what])),
    ]
    const less = 100 * (1 - spread(pairs.map(({ traced, untraced }) => traced.rate / untraced.rate)).median)
    const more = spread(pairs.map(({ traced, untraced }) => traced.cpuMs - untraced.cpuMs)).median
    return {
      columns: [
        `n = ${pairs.length} × ${jobs} jobs`,
        ...['without traces', 'with all traces', 'difference, median of pairs', `< ${MOST_PERCENT} %`],
      ],
      rows: [
        ['jobs per second', ...both('rate'), `${digits(less)} % fewer`, verdict(less < MOST_PERCENT)],
        ['CPU of the server process per job, ms', ...both('cpuMs'), `${digits(more)} ms more`, ''],
        ['spans per job', '0', digits(spans.length / conversions), '', ''],
        ['bytes sent per job', '0', digits(bytes / conversions), '', ''],
      ],
      notes: [
        'The load is that of [small jobs](#small-jobs). Two servers, each with its own database, take turns and are started in both orders. One of them sends all traces to a collector on the same machine, which stores them. Spans and bytes include those of the status requests.',
      ],
    }

    async function measure(one: BenchServer, other: BenchServer): Promise<Pair[]> {
      const [trace, plain] = [
        await smallJobs(await Customer.signUp(one.url)),
        await smallJobs(await Customer.signUp(other.url)),
      ]
      const measured = async (
        run: (jobs: number) => Promise<void>,
        { pid }: BenchServer,
      ): Promise<Measured> => {
        const [began, used] = [performance.now(), ownSeconds(pid)]
        await run(jobs)
        const seconds = (performance.now() - began) / 1000
        return { rate: jobs / seconds, cpuMs: ((ownSeconds(pid) - used) * 1000) / jobs }
      }
      await trace(40)
      await plain(40)
      const pairs: Pair[] = []
      for (let round = 0; round < rounds; round++) {
        // The order alternates, so that other load on the machine affects both.
        if (round % 2 === 0) {
          const traced = await measured(trace, one)
          pairs.push({ traced, untraced: await measured(plain, other) })
        } else {
          const untraced = await measured(plain, other)
          pairs.push({ traced: await measured(trace, one), untraced })
        }
      }
      return pairs
    }
  },
}
