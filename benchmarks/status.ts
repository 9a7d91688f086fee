import { Customer } from './client.ts'
import { digits, milliseconds, spread } from './figures.ts'
import { followAll } from './follow.ts'
import { type BenchServer, requestsOf, withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const STATUS_OPERATIONS = /^(waitFor|get\w*Conversion$|listConversions$)/
const [MOST_REQUESTS_PER_JOB, MOST_ADDED_MS, MOST_PER_SECOND] = [1.2, 100, 2]

/** What it costs to know when a conversion is done, and how late one knows. */
export const status: Bench = {
  name: 'status',
  title: 'Status requests',
  run: ({ quick }) =>
    withServer(async (server) => {
      const customer = await Customer.signUp(server.url)
      const jobs = quick ? 4 : 30
      const many = quick ? 10 : 100
      await one(customer, 0) // warms the engine up
      const before = countOf(server)
      const added: number[] = []
      for (let at = 0; at < jobs; at++) added.push(await one(customer, at))
      const asked = (countOf(server) - before) / jobs
      const late = spread(added)

      const ids: string[] = []
      const waiting = Array.from({ length: many }, (_, at) => at)
      const send = async () => {
        for (let at = waiting.pop(); at !== undefined; at = waiting.pop())
          ids.push(await customer.convert('document', note(at), { target_format: 'html' }))
      }
      await Promise.all(Array.from({ length: 6 }, send)) // as many connections as a browser opens
      const [from, began] = [countOf(server), Date.now()]
      const done = await followAll(customer, ids)
      const seconds = (Date.now() - began) / 1000
      const requests = countOf(server) - from
      if (done.some((conversion) => conversion.status !== 'completed')) throw new Error('a conversion failed')
      return {
        columns: ['what', 'measured', 'target', 'verdict'],
        rows: [
          [
            `one after the other: requests per job, n = ${jobs}`,
            digits(asked),
            `≤ ${MOST_REQUESTS_PER_JOB}`,
            verdict(asked <= MOST_REQUESTS_PER_JOB),
          ],
          [
            '  from completed to known, median (low..high)',
            milliseconds(late),
            `≤ ${MOST_ADDED_MS} ms`,
            verdict(late.median <= MOST_ADDED_MS),
          ],
          [
            `${many} at once: requests per second`,
            digits(requests / seconds),
            `≤ ${MOST_PER_SECOND}`,
            verdict(requests / seconds <= MOST_PER_SECOND),
          ],
          ['  requests per job', digits(requests / many), '', ''],
          ['  time followed', `${digits(seconds)} s`, '', ''],
        ],
        notes: [
          'Requests are counted in the server’s own log. Small Markdown files to HTML. “Known” is when the answer of the held request has been read; the client and the server share a clock, and `completed_at` is taken before the transaction that ends the conversion. Many at once are followed as the dashboard follows them: one list request, every second at first.',
        ],
      }
    }),
}

const note = (at: number) =>
  new File([`# Note ${at}\n\nA few words, and *some* of them leaning.\n`], `note-${at}.md`)

async function one(customer: Customer, at: number): Promise<number> {
  const id = await customer.convert('document', note(at), { target_format: 'html' })
  const done = await customer.wait(id, 'document')
  const known = Date.now()
  if (done.status !== 'completed') throw new Error(`a conversion failed: ${done.error?.message}`)
  return known - Date.parse(done.completed_at ?? '')
}

const countOf = (server: BenchServer) =>
  requestsOf(server).filter(({ operation }) => STATUS_OPERATIONS.test(operation)).length
