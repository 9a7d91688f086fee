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
/** Within this time the end of a process is known here. */
const NOTICE_MS = 500
const PROOF: Writer = { extension: 'pdf', name: 'writer_pdf_Export' }

/**
 * The system's LibreOffice, which stays open: started once, it takes one document after the other.
 * A document is handed over by a second, small start of the same program with the same profile,
 * which ends when the document is done. The two meet at a socket in /tmp, so that has to be a place
 * that lasts. `state` is an absolute path.
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
      // It draws into memory and asks for no screen and no graphics card.
      SAL_USE_VCLPLUGIN: 'svp',
      ...LARGE_PAGES,
    }
  }

  /** Asks fontconfig; where its program is missing, nothing is known against the system's fonts. */
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
   * Starts it with a fresh profile, and lets it convert its own document: that shows that it works,
   * and loads what the first one needs. Throws when it does not get ready.
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
    // It listens before it is ready, and a document that comes in between is its end. It is ready
    // when it opens its own.
    const lock = join(this.#state, `.~lock.${basename(this.#profile.keep)}#`)
    while (!existsSync(lock)) {
      if (this.#process !== started) return
      await after(20)
    }
  }

  /**
   * Hands a document over and waits until it is done; whether there is a result is for the caller
   * to see.
   */
  async convert({ input, outFolder, writer, reader }: OfficeJob): Promise<void> {
    this.#said = ''
    const office = this.#process
    const client = this.#run([
      ...(reader ? [`--infilter=${words(reader)}`] : []),
      ...['--convert-to', `${writer.extension}:${words(writer)}`],
      ...['--outdir', outFolder],
      input,
    ])
    // Without the office the small start would become an office of its own.
    const stop = () => end(client)
    if (office) office.once('close', stop)
    else stop()
    await new Promise<void>((done) => client.once('close', () => done()))
    // The client learns of the end of the office before this process does.
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

/** A filter as the command line takes it. */
function words({ name, options, sheet }: Filter & Partial<Writer>): string {
  const all = sheet === undefined ? options : `${options},${sheet || -1}`
  return all === undefined ? name : `${name}:${all}`
}

/**
 * The program is a script that starts another, which starts the office: all of them are one group.
 */
function end(child: ChildProcess): void {
  try {
    if (child.pid) process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}
