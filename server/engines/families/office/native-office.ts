import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { LARGE_PAGES } from '../../kernel/large-pages.ts'
import type { Filter, Writer } from './filters.ts'
import { officeFonts } from './fonts.ts'
import type { Office, OfficeJob } from './office.ts'
import { makeProfile, type Profile } from './profile.ts'

const KEPT_CHARACTERS = 4000
const ATTEMPTS = 3
/** Within this time this process is notified of another one's exit. */
const NOTICE_MS = 500
const PROOF: Writer = { extension: 'pdf', name: 'writer_pdf_Export' }

/**
 * The system's LibreOffice, kept running for all documents. A second, short-lived start with the
 * same profile hands over a document through a socket in /tmp, which must persist, and exits when
 * it is done. `state` is an absolute path.
 */
export class NativeOffice implements Office {
  readonly #program: string
  readonly #state: string
  readonly #environment: NodeJS.ProcessEnv
  #process: ChildProcess | null = null
  #profile: Profile | null = null
  #said = ''

  constructor(program: string, state: string) {
    this.#program = program
    this.#state = state
    this.#environment = {
      PATH: '/usr/bin:/bin',
      HOME: state,
      TMPDIR: state,
      LANG: 'C.UTF-8',
      FONTCONFIG_FILE: join(state, 'fonts.conf'),
      // Renders in memory without a display or a graphics card.
      SAL_USE_VCLPLUGIN: 'svp',
      ...LARGE_PAGES,
    }
  }

  /** Queries fontconfig; without its program, system fonts are assumed to have the letter. */
  hasLetter(letter: string): boolean {
    const codePoint = letter.codePointAt(0)?.toString(16)
    const { stdout } = spawnSync('/usr/bin/fc-list', [`:charset=${codePoint}`, 'family'], {
      encoding: 'utf8',
    })
    return stdout === null || stdout.trim() !== ''
  }

  get alive(): boolean {
    return this.#process !== null
  }

  get said(): string {
    return this.#said
  }

  /**
   * Starts it with a fresh profile and converts a document of its own, which verifies it and loads
   * libraries. Throws if it doesn't get ready.
   */
  async start(): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (!this.#process) await this.#launch()
      const input = this.#profile?.keep ?? ''
      await this.convert({ input, outFolder: this.#state, writer: PROOF })
      const proof = input.replace(/\.\w+$/, '.pdf')
      if (existsSync(proof)) return rmSync(proof)
      await after(50)
    }
    throw new Error(`The office does not get ready: ${this.#said}`)
  }

  async #launch(): Promise<void> {
    for (const name of readdirSync(this.#state)) rmSync(join(this.#state, name), { recursive: true })
    this.#profile = makeProfile(this.#state)
    officeFonts(join(this.#state, 'fonts.conf'), join(this.#state, 'font-cache'))
    const started = this.#run([this.#profile.keep])
    this.#process = started
    started.once('close', () => {
      if (this.#process === started) this.#process = null
    })
    // It listens before it is ready, and crashes on a document received in between. The lock file
    // of its own document shows that it is ready.
    const lock = join(this.#state, `.~lock.${basename(this.#profile.keep)}#`)
    while (!existsSync(lock)) {
      if (this.#process !== started) return
      await after(20)
    }
  }

  /** Hands over a document and waits for the client to exit; the caller checks for a result. */
  async convert({ input, outFolder, writer, reader }: OfficeJob): Promise<void> {
    this.#said = ''
    const office = this.#process
    const client = this.#run([
      ...(reader ? [`--infilter=${words(reader)}`] : []),
      ...['--convert-to', `${writer.extension}:${words(writer)}`],
      ...['--outdir', outFolder],
      input,
    ])
    // Without a running office the client would become the office itself.
    const stop = () => end(client)
    if (office) office.once('close', stop)
    else stop()
    await new Promise<void>((done) => client.once('close', () => done()))
    // The client notices the office's exit before this process does.
    if (office && this.alive && readdirSync(outFolder).length === 0)
      await Promise.race([new Promise((done) => office.once('close', done)), after(NOTICE_MS)])
    office?.off('close', stop)
  }

  #run(words: string[]): ChildProcess {
    const profile = `-env:UserInstallation=file://${this.#profile?.folder}`
    const child = spawn(
      this.#program,
      [profile, '--headless', '--norestore', '--nolockcheck', '--nologo', ...words],
      { cwd: this.#state, env: this.#environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
    )
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        if (this.#said.length < KEPT_CHARACTERS) this.#said += text
      })
    }
    child.once('error', (error) => {
      this.#said += error.message
    })
    return child
  }
}

/** A filter in command-line syntax. */
function words({ name, options, sheet }: Filter & Partial<Writer>): string {
  const all = sheet === undefined ? options : `${options},${sheet || -1}`
  return all === undefined ? name : `${name}:${all}`
}

/** The program is a script that starts other processes: kills the whole process group. */
function end(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Already exited.
  }
}
