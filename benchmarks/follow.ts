import { Customer } from './client.ts'
import { digits, milliseconds, spread } from './figures.ts'
import { Follower, lateness } from './follower.ts'
import { withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const [MOST_REQUESTS_PER_JOB, MOST_ADDED_MS] = [1.2, 150]
/** As many connections as a browser opens, less the one that is held. */
const LANES = 5

/** What it costs to follow the conversions of a batch, and how late one knows of each. */
export const follow: Bench = {
  name: 'follow',
  title: 'Conversions of a batch, followed',
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
          ['  time followed', `${digits(seconds)} s`, '', ''],
        )
      }
      return {
        columns: ['what', 'measured', 'target', 'verdict'],
        rows,
        notes: [
          'Small Markdown files to HTML, sent over five connections and followed from their acceptance on as the dashboard follows them: one list request, held by the server until a conversion has ended. “Known” is when its answer has been read; the client and the server share a clock and the machine, and `completed_at` is taken before the transaction that ends the conversion.',
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
