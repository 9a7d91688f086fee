import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createEngines } from '../server/engines/index.ts'
import { EngineFailure, type Engines } from '../server/engines/kernel/engine.ts'
import { CORPUS_ROWS, type CorpusRow } from '../tests/corpora/files.ts'
import { QUESTIONS, type Question } from './quality/judges.ts'
import { PEERS } from './quality/peers.ts'
import { isHere } from './quality/program.ts'
import { type Bench, verdict } from './table.ts'

const GOAL = 0.97
const silent = { info() {}, warn() {}, error() {} }
const JUDGES = ['pdftotext', 'soffice', 'pandoc', 'ffprobe', 'fc-scan', 'assimp']

interface Side {
  name: string
  /** Returns the path of the result, or null if there is none. */
  convert(row: CorpusRow, format: string, target: string): Promise<string | null>
}

interface Score {
  right: number
  asked: number
}

/** Counts the correct results of the undamaged corpus files. Other programs judge them. */
export const quality: Bench = {
  name: 'quality',
  title: 'Correct results',
  async run({ quick }) {
    const missing = JUDGES.filter((name) => !isHere(name))
    const folder = mkdtempSync(join(tmpdir(), 'filewright-quality-'))
    const npmAlone = await ours('npm only', folder, false)
    const withSystem = await ours('with installed engines', folder, true)
    const sides = [npmAlone, withSystem]
    const notes: string[] = []
    try {
      const rows = []
      for (const question of QUESTIONS) {
        const files = await sourcesOf(question, npmAlone.engines)
        const asked = quick ? files.slice(0, 2) : files
        const alone = await score(question, asked, npmAlone, folder, notes)
        const full = await score(question, asked, withSystem, folder, notes)
        const beside = []
        for (const peer of peersOf(question, folder))
          beside.push(`${peer.name} ${shown(await score(question, asked, peer, folder))}`)
        rows.push([
          `${question.family} → ${question.target}`,
          String(asked.length),
          shown(alone),
          shown(full),
          beside.join(', ') || '–',
          question.by,
          verdict(share(alone) >= GOAL && share(full) >= GOAL),
        ])
      }
      return {
        columns: [
          'conversion',
          'files',
          'npm only',
          'with installed engines',
          'other programs',
          'judged by',
          `≥ ${GOAL * 100} %`,
        ],
        rows,
        notes: [
          'Undamaged files of both corpora. Documents and text are correct if at most one in twenty of the distinct words of the reference, or one word, is missing. Images must keep their dimensions, videos their duration and fonts their characters. Models must have faces.',
          ...(missing.length > 0 ? [`Judges that are not installed: ${missing.join(', ')}.`] : []),
          ...notes.map((note) => `Not correct: ${note}`),
        ],
      }
    } finally {
      for (const { engines } of sides) await engines.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const share = ({ right, asked }: Score) => (asked === 0 ? 1 : right / asked)
const shown = (score: Score) => `${score.right} of ${score.asked}`

async function ours(name: string, folder: string, system: boolean): Promise<Side & { engines: Engines }> {
  const engines = await createEngines({
    folder: join(folder, name.replace(/\W/g, '')),
    log: silent,
    cores: 1,
    system,
  })
  return {
    name,
    engines,
    async convert({ path }, format, target) {
      const job = mkdtempSync(join(folder, 'job-'))
      const input = join(job, 'input')
      copyFileSync(path, input)
      const result = await engines
        .run(
          {
            owner: 'bench',
            folder: job,
            operation: 'convert',
            inputs: [{ path: input, format }],
            target,
            options: {},
          },
          { signal: new AbortController().signal, onProgress: () => {} },
        )
        .catch((error: unknown) => {
          if (error instanceof EngineFailure) return null
          throw error
        })
      return result?.path ?? null
    },
  }
}

const peersOf = ({ family, target }: Question, folder: string): Side[] =>
  PEERS.filter(({ command, families }) => families.includes(`${family} ${target}`) && isHere(command)).map(
    (peer) => ({
      name: peer.name,
      convert: async ({ path }) => peer.convert(path, target, mkdtempSync(join(folder, 'peer-'))),
    }),
  )

/** The undamaged files of a question: convertible to the target, and not in that format already. */
async function sourcesOf({ family, target, suits = () => true }: Question, engines: Engines) {
  const found = []
  for (const row of CORPUS_ROWS.filter((one) => one.family === family && one.expect === 'convert')) {
    const format = await engines.detect({ path: row.path, filename: row.file })
    if (
      format &&
      format.format !== target &&
      suits(row.path) &&
      engines.operations({ from: format.format, to: target }).length > 0
    )
      found.push({ row, format: format.format })
  }
  return found
}

async function score(
  question: Question,
  files: Awaited<ReturnType<typeof sourcesOf>>,
  side: Side,
  folder: string,
  notes?: string[],
): Promise<Score> {
  let right = 0
  for (const { row, format } of files) {
    const result = await side.convert(row, format, question.target)
    const judged = join(folder, 'judged')
    mkdirSync(judged, { recursive: true })
    const isRight = result !== null && question.judge({ source: row.path, format, result, folder: judged })
    if (isRight) right += 1
    else
      notes?.push(
        `${row.family}/${row.file} → ${question.target}, ${side.name}: ${result === null ? 'no result' : 'incorrect'}.`,
      )
  }
  return { right, asked: files.length }
}
