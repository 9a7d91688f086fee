import { digits, milliseconds, spread, timed } from './figures.ts'
import { openQueryTimes } from './query-times.ts'
import type { BenchServer } from './server.ts'
import { type Findings, verdict } from './table.ts'

const TARGET_MS = 50

/**
 * Sends each query of a list once per round. Reports the PostgreSQL time of the queries on the
 * table and the time over HTTP. The first round is a warm-up and is not counted.
 * @param ask resolves to the number of rows in the response
 */
export async function listTimes<Query>(
  server: BenchServer,
  { table, rounds, questions }: { table: string; rounds: number; questions: Record<string, Query> },
  ask: (query: Query) => Promise<number>,
): Promise<Pick<Findings, 'columns' | 'rows'>> {
  const times = await openQueryTimes(server, table)
  const found = new Map<string, { postgres: number[]; http: number[]; results: number }>()
  for (let round = -1; round < rounds; round++) {
    for (const [name, query] of Object.entries(questions)) {
      const entry = found.get(name) ?? { postgres: [], http: [], results: 0 }
      found.set(name, entry)
      const { page, count } = await times.during(async () => {
        const { answer, ms } = await timed(() => ask(query))
        entry.results = answer
        if (round >= 0) entry.http.push(ms)
      })
      if (round >= 0) entry.postgres.push(page + count)
    }
  }
  return {
    columns: ['query', 'rows', 'page and count', 'over HTTP', `over HTTP < ${TARGET_MS} ms`],
    rows: [...found].map(([name, { postgres, http, results }]) => {
      const { median } = spread(http)
      return [
        name,
        String(results),
        milliseconds(spread(postgres)),
        milliseconds(spread(http)),
        `${digits(median)} ms: ${verdict(median < TARGET_MS)}`,
      ]
    }),
  }
}
