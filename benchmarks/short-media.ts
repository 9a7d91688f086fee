import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Family } from '../contract/families.ts'
import { createEngines } from '../server/engines/index.ts'
import { digits, spread, timed } from './figures.ts'
import { withFolder } from './server.ts'
import { type Bench, verdict } from './table.ts'

const GOAL_MS = 100
const CORPUS = join(import.meta.dirname, '..', 'tests', 'corpora', 'video')
const silent = { info() {}, warn() {}, error() {} }

interface Work {
  what: string
  file: string
  family: Family
  from: string
  to: string
  operation: string
}

const WORK: Work[] = [
  {
    what: 'video, remuxed to MKV',
    file: 'sample.mp4',
    family: 'video',
    from: 'mp4',
    to: 'mkv',
    operation: 'convert',
  },
  {
    what: 'video, encoded to WebM',
    file: 'sample.mp4',
    family: 'video',
    from: 'mp4',
    to: 'webm',
    operation: 'convert',
  },
  {
    what: 'video thumbnail',
    file: 'sample.mp4',
    family: 'video',
    from: 'mp4',
    to: 'webp',
    operation: 'thumbnail',
  },
  {
    what: 'audio, encoded to FLAC',
    file: 'tone.mp3',
    family: 'audio',
    from: 'mp3',
    to: 'flac',
    operation: 'convert',
  },
]

/**
 * Conversion time of very short files, with the default engines and with the FFmpeg programs only.
 */
export const shortMedia: Bench = {
  name: 'short-media',
  title: 'The shortest video and audio files',
  run: ({ quick }) =>
    withFolder(async (folder) => {
      const times = async (without: readonly string[]) => {
        const engines = await createEngines({
          ...{ folder: mkdtempSync(join(folder, 'engines-')), log: silent, cores: 2, without },
        })
        const convert = async ({ file, family, from, to, operation }: Work) => {
          const [found] = engines
            .operations({ family, from, to })
            .filter((one) => one.operation === operation)
          if (!found) throw new Error(`there is no ${operation} of ${from} to ${to} here`)
          const checked = engines.checkOptions(found, {})
          const job = {
            ...{ owner: 'bench', folder: mkdtempSync(join(folder, 'job-')), operation, target: to },
            inputs: [{ path: join(CORPUS, file), format: from }],
            options: checked.ok ? checked.options : {},
          }
          const hooks = { signal: new AbortController().signal, onProgress: () => {} }
          return (await timed(() => engines.run(job, hooks))).ms
        }
        try {
          const all: number[][] = []
          for (const work of WORK) {
            await convert(work)
            const each: number[] = []
            for (let round = 0; round < (quick ? 3 : 20); round++) each.push(await convert(work))
            all.push(each)
          }
          return all
        } finally {
          await engines.close()
        }
      }
      const programs = await times(['node-av'])
      const both = await times([])
      const text = (values: number[] = []) => {
        const { median, low, high } = spread(values)
        return `${digits(median)} ms (${digits(low)}..${digits(high)})`
      }
      return {
        columns: ['conversion', 'default engines', `≤ ${GOAL_MS} ms`, 'FFmpeg programs only'],
        rows: WORK.map(({ what }, at) => [
          what,
          text(both[at]),
          verdict(spread(both[at] ?? []).median <= GOAL_MS),
          text(programs[at]),
        ]),
        notes: [
          `n = ${quick ? 3 : 20} after one warm-up conversion, sequential, in the sandbox. Time from the file to a result that was reopened.`,
        ],
      }
    }),
}
