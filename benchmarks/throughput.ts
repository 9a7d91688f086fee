import { Customer } from './client.ts'
import { digits, spread } from './figures.ts'
import { withServer } from './server.ts'
import { CLIENTS, smallJobs } from './small-jobs.ts'
import { statementsDuring } from './statements.ts'
import { type Bench, verdict } from './table.ts'

const STATEMENTS = 16
const PER_SECOND = 60

/** Cost of the service, with images so small that their conversion takes almost no time. */
export const throughput: Bench = {
  name: 'throughput',
  title: 'Small jobs: database statements and jobs per second',
  run: ({ quick }) =>
    withServer(async (server) => {
      const [rounds, count] = quick ? [1, 40] : [5, 300]
      const all = await smallJobs(await Customer.signUp(server.url))
      await all(40)
      const rates: number[] = []
      for (let round = 0; round < rounds; round++) {
        const began = performance.now()
        await all(count)
        rates.push(count / ((performance.now() - began) / 1000))
      }
      const { count: statements, kinds } = await statementsDuring(server, () => all(count))
      const rate = spread(rates)
      const perJob = statements / count
      const frequent = [...kinds]
        .map(([kind, times]) => ({ kind, perJob: times / count }))
        .filter(({ perJob }) => perJob >= 0.2)
        .sort((a, b) => b.perJob - a.perJob)
      return {
        columns: ['metric', `n = ${rounds} × ${count} jobs`, 'target', 'verdict'],
        rows: [
          [
            'jobs per second',
            `${digits(rate.median)} (${digits(rate.low)}..${digits(rate.high)})`,
            `≥ ${PER_SECOND}`,
            verdict(rate.median >= PER_SECOND),
          ],
          ['statements per job', digits(perJob), `≤ ${STATEMENTS}`, verdict(perJob <= STATEMENTS)],
          ...frequent.map(({ kind, perJob }) => [`  ${kind.slice(0, 90)}`, digits(perJob), '', '']),
        ],
        notes: [
          `PNG of 16 pixels to WebP with an API key, ${CLIENTS} requests at a time; the client follows the conversions like the dashboard. Time from the first request to the end of the last conversion. The statements are those that the database logs in a separate round, including transaction control and maintenance.`,
        ],
      }
    }),
}
