import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Customer, type Family } from './client.ts'
import type { DirectTask } from './direct.ts'
import { digits, megabytes, milliseconds, spread, timed } from './figures.ts'
import { clip, otf, terrain, wordDocument } from './samples.ts'
import { withServer } from './server.ts'
import { type Bench, verdict } from './table.ts'
import { hasOffice, WarmOffice } from './warm-office.ts'

/** Allowance over the engine alone: a factor for work that grows with the job, and a fixed part. */
const FACTOR = 1.25
const EXTRA_MS = 150

interface Reference {
  what: string
  family: Family
  source: string
  fields: Record<string, string>
  direct(): Promise<number>
  rounds: number
}

/** Compares one job per family with its engine called directly. Images have their own bench. */
export const families: Bench = {
  name: 'families',
  title: 'One reference job per family, through the API',
  run: ({ quick }) =>
    withServer(async (server) => {
      const customer = await Customer.signUp(server.url)
      const bare = await startDirect()
      const office = hasOffice() ? new WarmOffice(server.folder) : null
      try {
        const { jobs, missing } = await references(customer, server.folder, bare, office, quick)
        const rows = []
        for (const job of jobs) rows.push(await measure(customer, job))
        return {
          columns: ['job', 'engine alone', 'through the API', 'target', 'ratio (difference)', 'verdict'],
          rows,
          notes: [
            'Medians (low..high). The two sides take turns; two warm-up rounds are not counted. Engine alone: a running LibreOffice called by its own client; the FFmpeg command line with the same codec settings; wawoff2 and glTF-Transform with Draco in a bare, warm process. Through the API: upload, queue, sandbox, verification of the result, storage, download.',
            ...missing,
          ],
        }
      } finally {
        bare.disconnect()
        office?.stop()
      }
    }),
}

async function references(
  customer: Customer,
  folder: string,
  bare: ChildProcess,
  office: WarmOffice | null,
  quick: boolean,
): Promise<{ jobs: Reference[]; missing: string[] }> {
  const jobs: Reference[] = []
  const missing: string[] = []
  const rounds = quick ? 2 : 9
  const ask = async (task: DirectTask) => {
    bare.send(task)
    const [ms] = await once(bare, 'message')
    return ms as number
  }
  if (office) {
    const source = join(folder, 'report.docx')
    writeFileSync(source, await wordDocument(customer))
    await office.ready(source)
    const direct = async () => (await office.convert(source)).ms
    jobs.push({
      what: '20-page DOCX → PDF',
      family: 'document',
      source,
      fields: { target_format: 'pdf' },
      direct,
      rounds,
    })
  } else missing.push('DOCX → PDF: LibreOffice is not installed.')
  const video = clip(folder, quick ? 2 : 10)
  if (video)
    jobs.push({
      what: `${quick ? 2 : 10} s of 720p video → WebM`,
      family: 'video',
      source: video,
      fields: { target_format: 'webm' },
      direct: async () => transcode(video, join(folder, 'direct.webm')),
      rounds: quick ? 1 : 5,
    })
  else missing.push('720p video → WebM: FFmpeg is not installed.')
  const font = await otf(folder)
  jobs.push({
    what: `OTF of ${megabytes(statSync(font).size)} → WOFF2`,
    family: 'font',
    source: font,
    fields: { target_format: 'woff2' },
    direct: () => ask({ kind: 'font', from: font, to: join(folder, 'direct.woff2') }),
    rounds,
  })
  const model = terrain(folder, quick ? 60 : 256)
  jobs.push({
    what: `glTF of ${megabytes(statSync(model).size)} → GLB (Draco)`,
    family: 'model',
    source: model,
    fields: { target_format: 'glb', options: JSON.stringify({ compression: 'draco' }) },
    direct: () => ask({ kind: 'model', from: model, to: join(folder, 'direct.glb') }),
    rounds,
  })
  return { jobs, missing }
}

async function measure(customer: Customer, job: Reference): Promise<string[]> {
  const file = new File([new Uint8Array(readFileSync(job.source))], basename(job.source))
  const [alone, ours]: [number[], number[]] = [[], []]
  for (let round = -2; round < job.rounds; round++) {
    const floor = await job.direct()
    const { ms } = await timed(async () => {
      const id = await customer.convert(job.family, file, job.fields)
      await customer.download(await customer.wait(id, job.family))
    })
    if (round < 0) continue
    alone.push(floor)
    ours.push(ms)
  }
  const [floor, whole] = [spread(alone), spread(ours)]
  const allowed = FACTOR * floor.median + EXTRA_MS
  return [
    `${job.what}, n = ${job.rounds}`,
    milliseconds(floor),
    milliseconds(whole),
    `${FACTOR} × + ${EXTRA_MS} ms = ${digits(allowed)} ms`,
    `${digits(whole.median / floor.median)} × (+ ${digits(whole.median - floor.median)} ms)`,
    verdict(whole.median <= allowed),
  ]
}

/** Uses the same codecs and speed settings as Filewright. */
function transcode(from: string, to: string): number {
  const began = performance.now()
  const done = spawnSync('ffmpeg', [
    ...['-nostdin', '-v', 'error', '-i', from],
    ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '5', '-row-mt', '1', '-threads', '2'],
    ...['-crf', '34', '-b:v', '0', '-c:a', 'libopus', '-b:a', '128k', '-y', to],
  ])
  if (done.status !== 0) throw new Error('the bare FFmpeg failed')
  return performance.now() - began
}

async function startDirect(): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('direct.ts', import.meta.url)), { serialization: 'advanced' })
  await once(child, 'message')
  return child
}
