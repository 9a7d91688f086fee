import { Customer } from './client.ts'
import { digits, milliseconds, spread } from './figures.ts'
import { note } from './follow.ts'
import { Follower, lateness } from './follower.ts'
import { withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const [MOST_REQUESTS_PER_JOB, MOST_ADDED_MS] = [1.2, 100]

/** Requests to follow a conversion, and the delay until the client knows the result. */
export const status: Bench = {
  name: 'status',
  title: 'Status requests',
  run: ({ quick }) =>
    withServer(async (server) => {
      const customer = await Customer.signUp(server.url)
      const jobs = quick ? 4 : 30
      await one(customer, 0) // warms the engine up
      const added: number[] = []
      let requests = 0
      for (let at = 0; at < jobs; at++) {
        const follower = await one(customer, at)
        added.push(...lateness(follower.known))
        requests += follower.requests
      }
      const asked = requests / jobs
      const late = spread(added)
      return {
        columns: ['metric', 'measured', 'target', 'verdict'],
        rows: [
          [
            `sequential jobs: requests per job, n = ${jobs}`,
            digits(asked),
            `≤ ${MOST_REQUESTS_PER_JOB}`,
            verdict(asked > 0 && asked <= MOST_REQUESTS_PER_JOB),
          ],
          [
            '  from completed to known, median (low..high)',
            milliseconds(late),
            `≤ ${MOST_ADDED_MS} ms`,
            verdict(late.median <= MOST_ADDED_MS),
          ],
        ],
        notes: [
          'Small Markdown files to HTML. The client follows them like the dashboard, with one long-polling list request. A conversion is “known” when the client has read the response. Client and server share a clock. `completed_at` is set before the transaction that ends the conversion.',
        ],
      }
    }),
}

async function one(customer: Customer, at: number): Promise<Follower> {
  const follower = new Follower(customer)
  follower.follow(await customer.convert('document', note(at), { target_format: 'html' }))
  const [done] = await follower.ended()
  if (done?.status !== 'completed') throw new Error(`a conversion failed: ${done?.error?.message}`)
  return follower
}
