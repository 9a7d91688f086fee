import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { EngineFailure, type JobHooks } from '../kernel/engine.ts'
import { EngineCrash } from '../kernel/engine-crash.ts'
import type { Limits } from '../kernel/limits.ts'
import { ChildMessage, type StepResult } from '../kernel/protocol.ts'
import { sentence } from '../kernel/sentence.ts'
import type { WorkerProgram } from '../kernel/worker-program.ts'
import { SYSTEM_PATH } from './limiter.ts'
import { processTree, treeMemory } from './measure.ts'
import type { ChildPlace, Sandbox } from './sandbox.ts'
import type { Watch, Watcher } from './watcher.ts'

/** Settings that all children of a pool share. */
export interface ChildSettings {
  sandbox: Sandbox
  limits: Limits
  watcher: Watcher
  compileCache: ChildPlace['compileCache']
}

const STDERR_CHARACTERS = 4000
/**
 * The minimum interval for measuring idle children: a walk of /proc takes longer than a small job.
 */
const REST_MEASURE_MS = 1000

/**
 * Expected memory of a busy child. Measured: fonts and images stay below 200 MB, pages and models
 * below 300.
 */
const USUAL_BYTES = 300 * 1024 * 1024
export const expectedBytes = (workerProgram: WorkerProgram | undefined) =>
  workerProgram?.expectedBytes ?? USUAL_BYTES

/**
 * A child process in its sandbox, with its folder. Runs one job at a time; the owner of the object
 * empties the folder afterwards. Every failure ends in `kill`, which is final.
 */
export class Child {
  readonly kind: string
  readonly folder: string
  readonly sandbox: Sandbox
  readonly ready: Promise<void>
  /** Resolves when the process and all its descendants have exited. */
  readonly gone: Promise<void>
  /** The owner whose files it has read; null before the first. */
  owner: string | null = null
  jobs = 0
  busy = false
  alive = true
  lastUsed = Date.now()
  readonly #process: ChildProcess
  readonly #limits: Limits
  readonly #expectedBytes: number
  /** Measured after its last job; null before. */
  #restBytes: number | null = null
  #restMeasuredAt = 0
  #watch: Watch | null = null
  readonly #watcher: Watcher
  #stderr = ''
  #exit: { code: number | null; signal: NodeJS.Signals | null } | null = null
  #listener: ((message: ChildMessage) => void) | null = null

  constructor(workerProgram: WorkerProgram, folder: string, settings: ChildSettings) {
    const { sandbox, watcher, compileCache } = settings
    const limits = { ...settings.limits, ...workerProgram.limits }
    this.kind = workerProgram.kind
    this.folder = folder
    this.sandbox = sandbox
    this.#watcher = watcher
    this.#limits = limits
    this.#expectedBytes = expectedBytes(workerProgram)
    const { keeps = false } = workerProgram
    for (const name of ['', 'in', 'out', 'tmp', ...(keeps ? ['state'] : [])])
      mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
    const { file, args, cwd } = sandbox.command({
      program: workerProgram.program,
      folder,
      readable: workerProgram.readable ?? [],
      spawns: workerProgram.spawns ?? false,
      threads: workerProgram.threads ?? false,
      keeps,
      compileCache,
      limits: {
        // The watcher enforces the limit; this rlimit catches faster growth. V8 needs some to
        // start.
        dataBytes:
          Math.round(limits.memoryBytes * 1.5) + 512 * 1024 * 1024 + (workerProgram.reservedBytes ?? 0),
        fileBytes: limits.outputBytes,
        // `wallMs` is the limit; this one stops loops outside a job. Two threads may run at once.
        cpuSeconds: Math.ceil((2 * limits.jobsPerChild * limits.wallMs) / 1000),
      },
    })
    this.#process = spawn(file, args, {
      cwd,
      env: { PATH: SYSTEM_PATH },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      serialization: 'advanced',
      detached: true,
    })
    this.#process.stderr?.setEncoding('utf8').on('data', (text: string) => {
      // Keeps the end: the last message tells why the process exited.
      this.#stderr = (this.#stderr + text).slice(-STDERR_CHARACTERS)
    })
    // A failed write to the IPC channel of an exiting process also appears as its exit.
    this.#process.on('error', () => {})
    this.gone = new Promise((resolve) => {
      const end = async (code: number | null, signal: NodeJS.Signals | null) => {
        this.#exit ??= { code, signal }
        this.alive = false
        // Waits for the rest of stderr, which explains the exit. A descendant may keep the pipe
        // open for a moment longer.
        if (this.#process.stderr?.readableEnded === false)
          await Promise.race([once(this.#process.stderr, 'close'), after(200)])
        await rm(folder, { recursive: true, force: true }).catch(() => {})
        resolve()
      }
      // Not `close`, which is never emitted after this side has closed the channel.
      this.#process.once('exit', end)
      this.#process.once('error', () => this.#process.pid === undefined && end(null, null))
    })
    this.#process.on('message', (raw) => {
      const message = ChildMessage.safeParse(raw)
      // A child that sends invalid messages is compromised or broken.
      if (message.success) this.#listener?.(message.data)
      else this.kill()
    })
    this.ready = this.#starting()
    this.ready.catch(() => {})
  }

  /** Whether it has run its maximum number of jobs; engines leak memory. */
  get worn(): boolean {
    return this.jobs >= this.#limits.jobsPerChild
  }

  /**
   * The memory to budget for it: its job's expected need, or the measured use if that is larger.
   */
  get heldBytes(): number {
    if (this.busy) return Math.max(this.#expectedBytes, this.#watch?.peak() ?? 0)
    return this.#restBytes ?? this.#expectedBytes
  }

  /** Marks it idle after a job. */
  rest(): void {
    this.busy = false
    this.lastUsed = Date.now()
    if (!this.alive || !this.pid || this.lastUsed - this.#restMeasuredAt < REST_MEASURE_MS) return
    this.#restBytes = treeMemory(this.pid)
    this.#restMeasuredAt = this.lastUsed
  }

  get pid(): number | undefined {
    return this.#process.pid
  }

  /** The end of stderr since its start or its job's start; for the log only. */
  get stderr(): string {
    return this.#stderr
  }

  #starting(): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.kill(), this.#limits.startMs)
      this.#listener = (message) => {
        if (message.type !== 'ready') return
        clearTimeout(timer)
        this.#listener = null
        resolve()
      }
      this.gone.then(() => {
        clearTimeout(timer)
        reject(
          new EngineFailure(
            'engine_failed',
            sentence`The conversion engine could not be started. Try again later.`,
          ),
        )
      })
    })
  }

  /**
   * Lets the process exit normally so that Node writes its compile cache; kills it after a timeout.
   * Resolves with whether it exited normally.
   */
  async finish(): Promise<boolean> {
    this.alive = false
    if (this.#process.connected) this.#process.disconnect()
    const timer = setTimeout(() => this.kill(), this.#limits.startMs)
    await this.gone
    clearTimeout(timer)
    return this.#exit?.code === 0
  }

  /** Kills the process and all its descendants immediately. */
  kill(): void {
    this.alive = false
    const { pid } = this.#process
    if (pid === undefined || this.#exit) return
    // Kills the process group and every descendant: a sandbox moves its content into another
    // session that ends with it, but not while it is still being set up. Closing the channel also
    // makes a child exit.
    for (const one of [-pid, ...processTree(pid)]) {
      try {
        process.kill(one, 'SIGKILL')
      } catch {
        // Already exited.
      }
    }
    if (this.#process.connected) this.#process.disconnect()
  }

  /**
   * Runs one job: sends `request`, forwards progress, and resolves with the result. Kills the
   * child on a limit and on `hooks.signal`.
   * @throws EngineFailure in these cases and when the child exits.
   */
  async run(request: unknown, wallMs: number, hooks: JobHooks): Promise<StepResult> {
    let killed: EngineFailure | null = null
    // Its output about an earlier file doesn't concern this one.
    this.#stderr = ''
    const stop = (failure: EngineFailure) => {
      killed ??= failure
      this.kill()
    }
    const cancel = () => stop(new EngineFailure('cancelled', sentence`The conversion was cancelled.`))
    const wall = setTimeout(() => stop(timeLimit()), wallMs)
    const { memoryBytes, outputBytes, stallMs } = this.#limits
    this.#watch = this.pid
      ? this.#watcher.watch(
          { pid: this.pid, folder: this.folder, memoryBytes, outputBytes, stallMs },
          (limit) => stop(FAILURES[limit]()),
        )
      : null
    hooks.signal.addEventListener('abort', cancel)
    try {
      return await new Promise<StepResult>((resolve, reject) => {
        this.#listener = (message) => {
          if (message.type === 'progress') hooks.onProgress(message.stage, message.progress)
          else if (message.type === 'done') resolve(message.result)
          else if (message.type === 'failed') {
            const Failure = message.crashed ? EngineCrash : EngineFailure
            reject(new Failure(message.code, message.message))
          }
        }
        this.gone.then(() => reject(killed ?? this.#ended(this.#watch?.peak() ?? 0)))
        if (hooks.signal.aborted) cancel()
        else this.#process.send(request as object)
      })
    } finally {
      this.#listener = null
      clearTimeout(wall)
      this.#watch?.end()
      this.#watch = null
      hooks.signal.removeEventListener('abort', cancel)
    }
  }

  /** The failure for a child that exits during a job. */
  #ended(peak: number): EngineFailure {
    const signal = this.#exit?.signal ?? signalOfCode(this.#exit?.code)
    if (signal === 'SIGXCPU') return timeLimit()
    if (signal === 'SIGXFSZ') return outputTooLarge()
    if (/out of memory|heap limit|allocation failed|bad_alloc|memory exhausted/i.test(this.#stderr))
      return memoryLimit()
    if (peak > this.#limits.memoryBytes * 0.8) return memoryLimit()
    return new EngineCrash('engine_failed', STOPPED)
  }
}

/** The child is deadlocked; the same job may succeed in another child. */
export class EngineStall extends EngineFailure {
  constructor() {
    super('engine_failed', STOPPED)
    this.name = 'EngineStall'
  }
}

const STOPPED = sentence`The conversion engine stopped unexpectedly on this file. Check that the file opens elsewhere, or try another target format.`

/** bwrap and unshare report a signal of their child as exit code 128 + its number. */
function signalOfCode(code: number | null | undefined): NodeJS.Signals | null {
  if (code === 128 + 24) return 'SIGXCPU'
  if (code === 128 + 25) return 'SIGXFSZ'
  return null
}

const timeLimit = () =>
  new EngineFailure(
    'time_limit',
    sentence`The conversion took too long and was stopped. Try a smaller file, or split it into parts.`,
  )
const memoryLimit = () =>
  new EngineFailure(
    'memory_limit',
    sentence`The conversion needed too much memory and was stopped. Try a smaller file or a lower resolution.`,
  )
const outputTooLarge = () =>
  new EngineFailure(
    'output_too_large',
    sentence`The result grew too large and was stopped. Choose fewer pages, a lower resolution or a lower quality.`,
  )
const FAILURES = { memory: memoryLimit, output: outputTooLarge, stall: () => new EngineStall() }
