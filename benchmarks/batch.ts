import { availableParallelism } from 'node:os'
import type { Conversion } from '../contract/conversion.ts'
import { Customer } from './client.ts'
import { digits, spread } from './figures.ts'
import { followAll } from './follower.ts'
import { photograph } from './photograph.ts'
import { engineCpuDuring } from './processes.ts'
import { withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'

const OPTIONS = { target_format: 'webp', options: JSON.stringify({ quality: 80, effort: 4 }) }
/** Minimum share of the time with all slots in use. */
const BUSY = 0.9

/** Many images queued together, compared with the same images one after another. */
export const batch: Bench = {
  name: 'batch',
  title: '20 images queued together',
  run: ({ quick }) =>
    withServer(async (server) => {
      const [rounds, count] = quick ? [1, 6] : [3, 20]
      const cores = availableParallelism()
      const customer = await Customer.signUp(server.url)
      const file = new File([new Uint8Array(await photograph(2000, 1500))], 'photo.jpg')
      const one = async () => customer.wait(await customer.convert('image', file, OPTIONS), 'image')
      await Promise.all([one(), one()])
      const figures = {
        alone: [] as number[],
        together: [] as number[],
        full: [] as number[],
        cpu: [] as number[],
      }
      let most = 0
      for (let round = 0; round < rounds; round++) {
        const began = performance.now()
        for (let at = 0; at < count / 2; at++) await one()
        figures.alone.push(count / 2 / ((performance.now() - began) / 1000))

        const started = Date.now()
        let done: Conversion[] = []
        const cpu = await engineCpuDuring(server.pid, async () => {
          const ids = await Promise.all(
            Array.from({ length: count }, () => customer.convert('image', file, OPTIONS)),
          )
          done = await followAll(customer, ids)
        })
        if (done.some(({ status }) => status !== 'completed')) throw new Error('a conversion failed')
        const overlap = overlapOf(done)
        most = Math.max(most, overlap.most)
        figures.together.push(count / ((overlap.ended - started) / 1000))
        figures.full.push(overlap.timeAt(cores) / (overlap.ended - overlap.began))
        figures.cpu.push(cpu / ((overlap.ended - overlap.began) / 1000))
      }
      const [alone, together, full, cpu] = [figures.alone, figures.together, figures.full, figures.cpu].map(
        spread,
      )
      if (!alone || !together || !full || !cpu) throw new Error('nothing was measured')
      const range = (of: typeof alone) => `${digits(of.median)} (${digits(of.low)}..${digits(of.high)})`
      return {
        columns: ['metric', `median (low..high), n = ${rounds}`, 'target', 'verdict'],
        rows: [
          [`sequential (${count / 2}), files/s`, range(alone), '', ''],
          [`${count} queued together, files/s`, range(together), '', ''],
          ['  ratio to sequential', `${digits(together.median / alone.median)} ×`, '', ''],
          ['  maximum concurrency', String(most), `${cores} cores`, verdict(most === cores)],
          [
            `  time with ${cores} running`,
            `${digits(100 * full.median)} % (${digits(100 * full.low)}..${digits(100 * full.high)})`,
            `≥ ${100 * BUSY} %`,
            verdict(full.median >= BUSY),
          ],
          ['  engine CPU seconds per second', range(cpu), `${cores} on an idle machine`, ''],
        ],
        notes: [
          'JPEG of 3 megapixels to WebP, quality 80, effort 4. Upload, queue, conversion and storage are counted, downloads are not. Concurrency is calculated from `started_at` and `completed_at` of each conversion. The CPU seconds don’t include other processes.',
        ],
      }
    }),
}

/** Maximum concurrency, and the time at each concurrency. */
function overlapOf(done: Conversion[]) {
  const at = (text: string | null) => Date.parse(text ?? '')
  const changes = done
    .flatMap((one) => [
      { time: at(one.started_at), step: 1 },
      { time: at(one.completed_at), step: -1 },
    ])
    .sort((a, b) => a.time - b.time || a.step - b.step)
  const times = new Map<number, number>()
  let [running, most, last] = [0, 0, changes[0]?.time ?? 0]
  for (const { time, step } of changes) {
    times.set(running, (times.get(running) ?? 0) + time - last)
    running += step
    most = Math.max(most, running)
    last = time
  }
  return {
    began: changes[0]?.time ?? 0,
    ended: last,
    most,
    timeAt: (count: number) => times.get(count) ?? 0,
  }
}
