import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import type { Conversion } from '../contract/conversion.ts'
import { Customer } from './client.ts'
import { digits, megabytes, timed } from './figures.ts'
import { forgetPeak, memoryOf } from './processes.ts'
import { withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const TARGET = 200_000_000

/**
 * Memory of the server during a very large upload. The client generates the bytes while it sends
 * them.
 */
export const upload: Bench = {
  name: 'upload',
  title: 'An upload of 2 GB',
  run: ({ quick }) =>
    withServer(async (server) => {
      const customer = await Customer.signUp(server.url)
      const size = quick ? 200_000_000 : 2_000_000_000
      await send(customer, 5_000_000) // warms up what is loaded lazily
      forgetPeak(server.pid)
      const before = memoryOf(server.pid).now
      const { answer, ms } = await timed(() => send(customer, size))
      const received = memoryOf(server.pid).peak
      const end = answer.status === 202 ? await customer.wait(answer.id, 'document') : null
      const settled = memoryOf(server.pid).peak
      const grown = (peak: number) => [megabytes(peak - before), '< 200 MB', verdict(peak - before < TARGET)]
      return {
        columns: ['metric', 'measured', 'target', 'verdict'],
        rows: [
          ['bytes sent', megabytes(size), '', ''],
          ['server memory before', megabytes(before), '', ''],
          ['peak growth until the response', ...grown(received)],
          ['peak growth until the end of the conversion', ...grown(settled)],
          ['time until the response', `${digits(ms / 1000)} s`, '', ''],
          ['throughput', `${digits(size / 1_000_000 / (ms / 1000))} MB/s`, '', ''],
          [
            'response status',
            String(answer.status),
            'no server error',
            verdict(answer.status === 202 || answer.status < 500),
          ],
          ['conversion', ended(end), '', end ? verdict(end.status === 'failed' && !!end.error?.message) : ''],
          ['credits charged', String(end?.credits_charged ?? 0), '0', verdict(!end?.credits_charged)],
        ],
        notes: [
          'One run: a multipart upload over loopback, of text that is generated while it is sent. The server hashes it and writes it to disk. Memory is the resident set of the server process (VmRSS before, VmHWM as peak). Engines and database are other processes.',
        ],
      }
    }),
}

const ended = (end: Conversion | null) =>
  end ? [end.status, end.error?.code, end.error?.message].filter(Boolean).join(': ') : 'not started'

/** Sends a repeated line of text as a multipart body of known length that is not kept in memory. */
async function send(customer: Customer, size: number): Promise<{ status: number; id: string }> {
  const boundary = `----${randomUUID()}`
  const head = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="target_format"\r\n\r\nhtml\r\n` +
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="log.txt"\r\nContent-Type: text/plain\r\n\r\n`,
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  const call = request(new URL('/api/v1/pdf_handler/convert/', customer.url), {
    method: 'POST',
    headers: {
      cookie: customer.cookie,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': head.length + size + tail.length,
    },
  })
  const answered = once(call, 'response')
  call.write(head)
  for (const chunk of text(size)) if (!call.write(chunk)) await once(call, 'drain')
  call.end(tail)
  const [response] = await answered
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += chunk
  const { id = '' } = JSON.parse(body) as { id?: string }
  return { status: response.statusCode, id }
}

function* text(size: number): Generator<Buffer> {
  const line = `${createHash('sha256').update('a line').digest('hex')} was written to the log.\n`
  const chunk = Buffer.from(line.repeat(1 + Math.ceil(1_000_000 / line.length)).slice(0, 1_000_000))
  for (let left = size; left > 0; left -= chunk.length) yield chunk.subarray(0, left)
}
