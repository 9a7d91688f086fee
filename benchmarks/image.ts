import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Customer } from './client.ts'
import { digits, megabytes, milliseconds, spread, timed } from './figures.ts'
import { photograph } from './photograph.ts'
import { withServer } from './server.ts'
import type { SharpTask } from './sharp-alone.ts'
import { type Bench, verdict } from './table.ts'

/** Allowance over the bare call: a factor for work that grows with the image, and a fixed part. */
const FACTOR = 1.25
const EXTRA_MS = 150
const OPTIONS = { target_format: 'webp', options: JSON.stringify({ quality: 80, effort: 4 }) }

/** Compares one photograph through the service with the bare library call. */
export const image: Bench = {
  name: 'image',
  title: 'A 6-megapixel JPEG to WebP, through the API',
  run: ({ quick }) =>
    withServer(async (server) => {
      const rounds = quick ? 3 : 15
      const jpeg = await photograph(quick ? 1500 : 3000, quick ? 1000 : 2000)
      const [from, to] = [join(server.folder, 'photo.jpg'), join(server.folder, 'photo.webp')]
      writeFileSync(from, jpeg)
      const customer = await Customer.signUp(server.url)
      const file = new File([new Uint8Array(jpeg)], 'photo.jpg', { type: 'image/jpeg' })
      const alone = startSharp()
      const steps = { send: [] as number[], wait: [] as number[], download: [] as number[] }
      const [bare, ours]: [number[], number[]] = [[], []]
      let result: Buffer = Buffer.alloc(0)
      try {
        for (let round = -2; round < rounds; round++) {
          const floor = await alone.run({ from, to })
          const sent = await timed(() => customer.convert('image', file, OPTIONS))
          const waited = await timed(() => customer.wait(sent.answer, 'image'))
          const loaded = await timed(() => customer.download(waited.answer))
          result = loaded.answer
          if (round < 0) continue // two warm-up rounds
          bare.push(floor)
          ours.push(sent.ms + waited.ms + loaded.ms)
          steps.send.push(sent.ms)
          steps.wait.push(waited.ms)
          steps.download.push(loaded.ms)
        }
      } finally {
        alone.stop()
      }
      const [floor, whole] = [spread(bare), spread(ours)]
      const allowed = FACTOR * floor.median + EXTRA_MS
      const same = result.equals(readFileSync(to))
      const ratio = digits(whole.median / floor.median)
      return {
        columns: ['case', `median (low..high), n = ${rounds}`, 'target', 'ratio (difference)', 'verdict'],
        rows: [
          ['sharp alone, warm', milliseconds(floor), '', '', ''],
          [
            'through the API',
            milliseconds(whole),
            `≤ ${FACTOR} × + ${EXTRA_MS} ms = ${digits(allowed)} ms`,
            `${ratio} × (+ ${digits(whole.median - floor.median)} ms)`,
            verdict(whole.median <= allowed),
          ],
          ['  of which upload', milliseconds(spread(steps.send)), '', '', ''],
          ['  of which wait', milliseconds(spread(steps.wait)), '', '', ''],
          ['  of which download', milliseconds(spread(steps.download)), '', '', ''],
        ],
        notes: [
          `A generated image of ${megabytes(jpeg.length)} with noise and gradients that compress like those of a photograph. Both sides: quality 80, effort 4, auto-rotation, metadata removed, one thread. The results ${same ? 'are identical byte for byte' : 'DIFFER'} (${megabytes(result.length)}). The two sides take turns.`,
        ],
      }
    }),
}

function startSharp() {
  const child = fork(fileURLToPath(new URL('sharp-alone.ts', import.meta.url)), { serialization: 'advanced' })
  return {
    run: async (task: SharpTask): Promise<number> => {
      child.send(task)
      const [ms] = await once(child, 'message')
      return ms as number
    },
    stop: () => child.disconnect(),
  }
}
