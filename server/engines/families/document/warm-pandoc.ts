import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { PANDOC } from './pandoc-program.ts'

export interface WarmJob {
  /** pandoc's name of the reader. */
  from: string
  toc: boolean
  numberSections: boolean
  /** Absolute paths. */
  input: string
  output: string
}

export interface WarmAnswer {
  /** The reason for a missing result; null on success. */
  failure: string | null
  /** Warnings of the clean-up filter and of pandoc. */
  warnings: { message: string }[]
}

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/**
 * The system's pandoc as a persistent process that converts one text after the other to HTML (see
 * `warm-pandoc.lua`). `state` is the absolute path of a folder with the same lifetime.
 */
export class WarmPandoc {
  readonly #state: string
  readonly #said: string
  #process: ChildProcess | null = null
  #lines: Interface | null = null

  constructor(state: string) {
    this.#state = state
    this.#said = join(state, 'said')
  }

  get alive(): boolean {
    return this.#process !== null
  }

  /** Throws if it doesn't get ready. */
  async start(): Promise<void> {
    // A file instead of a pipe: all output of a job is in it when the answer arrives.
    const said = openSync(this.#said, 'a')
    const started = spawn(
      PANDOC,
      [
        ...['--from=markdown', '--to=html5', '--standalone', '--mathml'],
        `--lua-filter=${script('warm-pandoc.lua')}`,
        script('clean-up.lua'),
        script('metadata.lua'),
      ],
      {
        // It doesn't start without HOME.
        env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: this.#state },
        stdio: ['pipe', 'pipe', said],
      },
    )
    closeSync(said)
    this.#process = started
    this.#lines = started.stdout ? createInterface({ input: started.stdout }) : null
    const gone = () => {
      if (this.#process === started) this.#process = null
    }
    started.once('error', gone).once('close', gone)
    started.stdin?.on('error', gone)
    const { failure } = await this.#until('ready')
    if (failure !== null)
      throw new Error(
        `pandoc does not get ready: ${failure}. ${readFileSync(this.#said, 'utf8').slice(0, 1000)}`,
      )
  }

  async convert({ from, toc, numberSections, input, output }: WarmJob): Promise<WarmAnswer> {
    const answer = this.#until('done')
    this.#process?.stdin?.write(`${[from, Number(toc), Number(numberSections), input, output].join('\t')}\n`)
    const { failure, warnings } = await answer
    const said = readFileSync(this.#said, 'utf8')
    truncateSync(this.#said)
    const own = said.match(/^\[WARNING\] .*/gm) ?? []
    return { failure, warnings: [...warnings, ...own].map((message) => ({ message })) }
  }

  /** Waits for a message of pandoc, its failure or its exit. */
  #until(word: string): Promise<{ failure: string | null; warnings: string[] }> {
    const lines = this.#lines
    const warnings: string[] = []
    return new Promise((resolve) => {
      const end = (failure: string | null) => {
        lines?.off('line', hear).off('close', close)
        resolve({ failure, warnings })
      }
      const close = () => end('it ended')
      const hear = (line: string) => {
        const [kind, what = ''] = line.split('\t', 2)
        if (kind === 'warning') warnings.push(what)
        else if (kind === 'failed') end(what)
        else if (kind === word) end(null)
      }
      lines?.on('line', hear).once('close', close)
    })
  }
}
