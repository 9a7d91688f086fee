import { copyFileSync, existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createEngines } from '../server/engines/index.ts'
import { EngineFailure } from '../server/engines/kernel/engine.ts'
import { digits, megabytes, spread, timed } from './figures.ts'
import { heldBy } from './processes.ts'
import { withFolder } from './server.ts'
import type { Bench } from './table.ts'
import { hasOffice, WarmOffice } from './warm-office.ts'

const CORPUS = join(import.meta.dirname, '..', '..', 'shared', 'corpora', 'docs')
const OFFICE = /\.(docx?|xlsx?|pptx?)$/
const silent = { info() {}, warn() {}, error() {} }

interface Figures {
  first: number
  others: number[]
  /** Peak proportional set size of all processes, in bytes. */
  most: number
}

/** Converts the files one after another and samples the memory of the child processes. */
async function measure(
  files: readonly string[],
  convert: (file: string) => Promise<boolean>,
): Promise<Figures> {
  let most = 0
  const watch = setInterval(() => {
    most = Math.max(most, heldBy(process.pid).pss - heldBy(process.pid, { alone: true }).pss)
  }, 100)
  const times: number[] = []
  try {
    for (const file of files) {
      const { answer, ms } = await timed(() => convert(file))
      if (answer) times.push(ms)
    }
  } finally {
    clearInterval(watch)
  }
  const [first = Number.NaN, ...others] = times
  return { first, others, most }
}

/**
 * Compares both builds of LibreOffice in the sandbox with a running LibreOffice without a sandbox.
 */
export const office: Bench = {
  name: 'office',
  title: 'Office files to PDF, with both builds of LibreOffice',
  run: ({ quick }) =>
    withFolder(async (folder) => {
      const all = existsSync(CORPUS) ? readdirSync(CORPUS).filter((name) => OFFICE.test(name)) : []
      const files = all.slice(0, quick ? 3 : all.length).map((name) => join(CORPUS, name))
      const refused: string[] = []
      const ours = async (system: boolean) => {
        const engines = await createEngines({
          folder: mkdtempSync(join(folder, 'engines-')),
          log: silent,
          cores: 1,
          system,
        })
        try {
          return await measure(files, async (file) => {
            const job = mkdtempSync(join(folder, 'job-'))
            const input = join(job, 'input')
            copyFileSync(file, input)
            const found = await engines.detect({ path: input, filename: file })
            const inputs = [{ path: input, format: found?.format ?? '' }]
            const given = {
              owner: 'bench',
              folder: job,
              operation: 'convert',
              inputs,
              target: 'pdf',
              options: {},
            }
            return engines.run(given, { signal: new AbortController().signal, onProgress: () => {} }).then(
              () => true,
              (error: unknown) => {
                if (error instanceof EngineFailure) {
                  refused.push(`${basename(file)}, ${system ? 'installed' : 'WebAssembly'}: ${error.code}`)
                  return false
                }
                throw error
              },
            )
          })
        } finally {
          await engines.close()
        }
      }
      const sides: [string, Figures][] = [['WebAssembly (npm only)', await ours(false)]]
      if (hasOffice()) {
        sides.push(['installed LibreOffice', await ours(true)])
        sides.push(['running LibreOffice, no sandbox', await whileOpen(folder, files)])
      }
      const base = spread(sides.at(-1)?.[1].others ?? []).median
      return {
        columns: ['engine', 'files', 'first file, including start', 'later files', 'ratio', 'peak memory'],
        rows: sides.map(([name, { first, others, most }]) => {
          const { median, low, high } = spread(others)
          return [
            name,
            String(others.length + 1),
            `${digits(first / 1000)} s`,
            `${digits(median)} (${digits(low)}..${digits(high)}) ms`,
            digits(median / base),
            megabytes(most),
          ]
        }),
        notes: [
          'All office files of the open corpus that the engine converts, one after another. Memory is the proportional set size of all processes except the measuring one. The ratio compares each median with that of the last row.',
          `Not converted: ${refused.join('; ')}.`,
        ],
      }
    }),
}

async function whileOpen(folder: string, files: readonly string[]): Promise<Figures> {
  const office = new WarmOffice(folder)
  try {
    let ready = false
    return await measure(files, async (file) => {
      if (!ready) await office.ready(file)
      ready = true
      return office.convert(file).then(
        () => true,
        () => false,
      )
    })
  } finally {
    office.stop()
  }
}
