import { aPdf } from '../tests/contract/a-pdf.ts'
import { Customer } from './client.ts'
import { digits, milliseconds, spread, timed } from './figures.ts'
import { withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

/** Maximum ratio of a pipeline to its separate steps. */
const FACTOR = 1.15

const STEPS = [
  { operation: 'rotate_pages', options: { angle: 90 } },
  { operation: 'page_numbers', options: {} },
  { operation: 'watermark', options: { text: 'COPY' } },
  { operation: 'metadata', options: { title: 'Bench' } },
  { operation: 'optimize', options: { pictures: 'keep' } },
]
const PIPELINES = '/api/v1/pdf_handler/pipeline/'

/** Compares a pipeline of five steps with five conversions, each of the previous result. */
export const pipeline: Bench = {
  name: 'pipeline',
  title: 'A pipeline of five steps compared with separate steps',
  run: ({ quick }) =>
    withServer(async ({ url }) => {
      const me = await Customer.signUp(url)
      const rows: string[][] = []
      for (const pages of quick ? [20] : [20, 300]) {
        const form = new FormData()
        form.append('file', aPdf(pages), `pages-${pages}.pdf`)
        const { s3_key: key } = await post(me, '/api/v1/user/storage/files/upload/', form)
        const made = await post(me, PIPELINES, { name: `Bench ${pages}`, steps: STEPS })
        const whole: number[] = []
        const apart: number[] = []
        const rounds = quick ? 2 : 11
        for (let round = -1; round < rounds; round++) {
          const one = (await timed(() => oneByOne(me, key))).ms
          const together = (await timed(() => asPipeline(me, made.id, key))).ms
          if (round < 0) continue
          apart.push(one)
          whole.push(together)
        }
        const [sum, ours] = [spread(apart), spread(whole)]
        const ratio = ours.median / sum.median
        rows.push([
          `${pages} pages, n = ${rounds}`,
          milliseconds(sum),
          milliseconds(ours),
          `≤ ${FACTOR} ×`,
          `${digits(ratio)} ×`,
          verdict(ratio <= FACTOR),
        ])
      }
      return {
        columns: ['document', 'separate steps', 'pipeline', 'target', 'ratio', 'verdict'],
        rows,
        notes: [
          'Both sides use the API and a stored file. Time until the result can be downloaded; the client uses long polling like the dashboard. The two sides take turns; one warm-up round is not counted.',
        ],
      }
    }),
}

/** Sends JSON or a form and returns the JSON response. */
async function post(me: Customer, path: string, body: object) {
  const form = body instanceof FormData
  const response = await fetch(new URL(path, me.url), {
    method: 'POST',
    headers: { cookie: me.cookie, ...(!form && { 'content-type': 'application/json' }) },
    body: form ? body : JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
  return (await response.json()) as { id: string; s3_key: string }
}

async function oneByOne(me: Customer, key: string): Promise<void> {
  let source = key
  for (const { operation, options } of STEPS) {
    const asked = { s3_key: source, target_format: 'pdf', operation, options }
    const { id } = await post(me, '/api/v1/pdf_handler/convert/json/', asked)
    source = (await settled(me, id)).output?.s3_key ?? ''
  }
}

async function asPipeline(me: Customer, pipelineId: string, key: string): Promise<void> {
  const { id } = await post(me, `${PIPELINES}${pipelineId}/run/`, { s3_keys: [key] })
  const items = await me.get(`${PIPELINES}runs/${id}/items/`)
  const { results } = (await items.json()) as { results: { conversion: { id: string } }[] }
  for (const { conversion } of results) await settled(me, conversion.id)
}

async function settled(me: Customer, id: string) {
  const done = await me.wait(id, 'document')
  if (done.status !== 'completed') throw new Error(`${id} ended as ${done.status}: ${done.error?.message}`)
  return done
}
