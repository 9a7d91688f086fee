import { Customer } from './client.ts'
import { digits, milliseconds, spread } from './figures.ts'
import { Follower, lateness } from './follower.ts'
import { withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const [MOST_REQUESTS_PER_JOB, MOST_ADDED_MS] = [1.2, 150]
/** The number of connections of a browser, minus the one for long polling. */
const LANES = 5

/**
 * Requests to follow the conversions of a batch, and the delay until the client knows each result.
 */
export const follow: Bench = {
  name: 'follow',
  title: 'Following the conversions of a batch',
  run: ({ quick }) =>
    withServer(async (server) => {
      const customer = await Customer.signUp(server.url)
      const rows = []
      await runBatch(customer, 2) // warms the engine up
      for (const count of quick ? [10, 40] : [10, 100, 500]) {
        const { requests, late, seconds } = await runBatch(customer, count)
        const perJob = requests / count
        rows.push(
          [
            `${count} files: from completed to known, median (low..high)`,
            milliseconds(late),
            `≤ ${MOST_ADDED_MS} ms`,
            verdict(late.median <= MOST_ADDED_MS),
          ],
          [
            '  requests per job',
            digits(perJob),
            `≤ ${MOST_REQUESTS_PER_JOB}`,
            verdict(perJob > 0 && perJob <= MOST_REQUESTS_PER_JOB),
          ],
          ['  total time', `${digits(seconds)} s`, '', ''],
        )
      }
      return {
        columns: ['metric', 'measured', 'target', 'verdict'],
        rows,
        notes: [
          'Small Markdown files to HTML, sent over five connections. The client follows them like the dashboard, with one list request that the server holds until a conversion has ended. A conversion is “known” when the client has read the response. Client and server share the machine and its clock. `completed_at` is set before the transaction that ends the conversion.',
        ],
      }
    }),
}

async function runBatch(customer: Customer, count: number) {
  const follower = new Follower(customer)
  const left = Array.from({ length: count }, (_, at) => at)
  const began = Date.now()
  const send = async () => {
    for (let at = left.pop(); at !== undefined; at = left.pop())
      follower.follow(await customer.convert('document', note(at), { target_format: 'html' }))
  }
  await Promise.all(Array.from({ length: LANES }, send))
  const ended = await follower.ended()
  if (ended.length !== count) throw new Error(`${ended.length} of ${count} are known`)
  if (ended.some(({ status }) => status !== 'completed')) throw new Error('a conversion failed')
  return {
    requests: follower.requests,
    late: spread(lateness(follower.known)),
    seconds: (Date.now() - began) / 1000,
  }
}

export const note = (at: number) =>
  new File([`# Note ${at}\n\nA few words, and *some* of them leaning.\n`], `note-${at}.md`)
