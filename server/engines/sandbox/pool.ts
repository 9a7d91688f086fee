import { mkdirSync, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { EngineFailure, type EngineFigures, type JobHooks } from '../kernel/engine.ts'
import { EngineCrash } from '../kernel/engine-crash.ts'
import type { Limits } from '../kernel/limits.ts'
import type { EngineLog } from '../kernel/log.ts'
import type { StepResult } from '../kernel/protocol.ts'
import type { Step } from '../kernel/run-step.ts'
import { sentence } from '../kernel/sentence.ts'
import type { WorkerProgram } from '../kernel/worker-program.ts'
import { Child, EngineStall, expectedBytes } from './child.ts'
import { isCompiled, noteCompiled } from './compiled-code.ts'
import { collectOutput, emptyFolders, stageInput, storageFailure } from './handover.ts'
import { makeRoom } from './make-room.ts'
import type { Sandbox } from './sandbox.ts'
import { Slots } from './slots.ts'
import { Watcher } from './watcher.ts'

export interface PoolSettings {
  folder: string
  workerPrograms: readonly WorkerProgram[]
  sandbox: Sandbox
  limits: Limits
  /** Maximum number of concurrent jobs. */
  cores: number
  /** The memory budget of all children in bytes; a job that runs alone may exceed it. */
  memoryBytes: number
  /** A folder for the compile cache, which may be kept and shared. */
  compileCache: string
  log: EngineLog
}

/** The cache and kind of programs that this process has compiled or found compiled. */
const compiled = new Set<string>()

/**
 * Warm children per kind of engine. A child that has served an owner never serves another; fresh,
 * warm ones are spare. A child ends after a failure, a number of jobs or an idle time.
 */
export class Pool {
  #settings: PoolSettings
  readonly #folder: string
  readonly #slots: Slots
  readonly #watcher: Watcher
  readonly #children = new Set<Child>()
  /** Children that write the compile cache and get no job. */
  readonly #compilers = new Set<Child>()
  readonly #sweeper: NodeJS.Timeout
  /** Counts by kind, then by error code. */
  readonly #failures = new Map<string, Map<EngineFailure['code'], number>>()
  #serial = 0
  #closed = false

  constructor(settings: PoolSettings) {
    this.#settings = settings
    this.#slots = new Slots(settings.cores)
    this.#watcher = new Watcher(settings.log)
    mkdirSync(settings.folder, { recursive: true, mode: 0o700 })
    this.#folder = mkdtempSync(join(settings.folder, 'children-'))
    this.#sweeper = setInterval(() => this.sweep(Date.now()), 5000)
    this.#sweeper.unref()
  }

  /**
   * Runs one step in a child of its kind.
   * @throws EngineFailure; the child is then replaced.
   */
  async run(step: Step, hooks: JobHooks): Promise<StepResult> {
    const { claimed, release } = await this.#slots.take(hooks.signal, () => this.#claimWithin(step))
    try {
      return await this.#runTwice(claimed, step, hooks)
    } finally {
      release()
      this.#replenish(step.kind)
    }
  }

  /**
   * Retries a step once in a fresh child if its child stalled, or crashed after other jobs: an
   * earlier file may have corrupted its memory. Both runs share the job's time.
   */
  async #runTwice(child: Child, step: Step, hooks: JobHooks): Promise<StepResult> {
    try {
      return await this.#runInChild(child, step, hooks)
    } catch (error) {
      const stalled = error instanceof EngineStall
      const suspect = error instanceof EngineCrash && child.jobs > 1
      if (this.#closed || !(stalled || suspect)) throw error
      const what = stalled ? 'stalled' : 'crashed'
      this.#settings.log.warn({ kind: step.kind }, `An engine ${what}. Its job begins again.`)
      return await this.#runInChild(this.#claim(step, this.#freshOf(step.kind)), step, hooks)
    }
  }

  async #runInChild(child: Child, step: Step, hooks: JobHooks): Promise<StepResult> {
    try {
      await child.ready
      return await this.#work(child, step, hooks)
    } finally {
      await this.#settle(child)
    }
  }

  async #work(child: Child, step: Step, hooks: JobHooks): Promise<StepResult> {
    try {
      try {
        const readOnly = child.sandbox.filesystem
        for (const { path, name } of step.inputs) stageInput(path, join(child.folder, 'in', name), readOnly)
      } catch (error) {
        throw storageFailure(error)
      }
      const result = await child.run(step.request, Math.max(1, step.wallMs()), hooks)
      for (const name of result.files)
        collectOutput(join(child.folder, 'out', name), join(step.outFolder, name))
      return result
    } catch (error) {
      child.kill()
      if (error instanceof EngineFailure) this.#count(child.kind, error.code)
      // stderr arrives separately from the answer and may be later.
      child.gone.then(() => {
        if (child.stderr)
          this.#settings.log.warn({ kind: child.kind, stderr: child.stderr }, 'An engine complained.')
      })
      throw error
    }
  }

  #count(kind: string, code: EngineFailure['code']): void {
    const counts = this.#failures.get(kind) ?? new Map()
    this.#failures.set(kind, counts.set(code, (counts.get(code) ?? 0) + 1))
  }

  /** A child for the step, or null if the memory budget has no room for it. */
  #claimWithin(step: Step): Child | null {
    const free = this.#freeFor(step)
    const others = this.#alive().filter((child) => child !== free)
    const needed = Math.max(free?.heldBytes ?? 0, expectedBytes(this.#workerProgram(step.kind)))
    return makeRoom(this.#settings.memoryBytes, needed, others) ? this.#claim(step, free) : null
  }

  /** Assigns an idle child to the step, or starts one, which is slow. */
  #claim(step: Step, free: Child | undefined): Child {
    const child = free ?? this.#start(step.kind)
    child.owner = step.owner
    child.busy = true
    child.jobs += 1
    this.#evict()
    this.#replenish(step.kind)
    return child
  }

  /** The owner's own idle child, otherwise a fresh one. */
  #freeFor({ kind, owner }: Step): Child | undefined {
    const own = this.#alive().find((child) => child.kind === kind && !child.busy && child.owner === owner)
    return own ?? this.#freshOf(kind)
  }

  #alive(): Child[] {
    return [...this.#children].filter((child) => child.alive)
  }

  #workerProgram(kind: string): WorkerProgram | undefined {
    return this.#settings.workerPrograms.find((one) => one.kind === kind)
  }

  async #settle(child: Child): Promise<void> {
    const last = () => this.#closed || child.worn || child.sandbox !== this.#settings.sandbox
    try {
      if (child.alive && !last()) await emptyFolders(child.folder)
    } catch {
      child.kill()
    }
    if (child.alive && last()) child.kill()
    child.rest()
  }

  #start(kind: string): Child {
    const workerProgram = this.#workerProgram(kind)
    if (!workerProgram || this.#closed) {
      throw new EngineFailure(
        'engine_unavailable',
        sentence`The engine for this conversion is not available on this server.`,
      )
    }
    const child = this.#create(workerProgram, false)
    child.ready.then(
      () => {
        if (!workerProgram.onDemand) this.#compile(workerProgram)
      },
      () => {
        if (!this.#closed)
          this.#settings.log.error({ kind, stderr: child.stderr }, 'An engine did not start.')
      },
    )
    return child
  }

  #create(workerProgram: WorkerProgram, compiles: boolean): Child {
    const { sandbox, limits, compileCache } = this.#settings
    // On each start, since the folder may have been removed.
    if (sandbox.filesystem) mkdirSync(compileCache, { recursive: true, mode: 0o700 })
    const child = new Child(workerProgram, join(this.#folder, `${workerProgram.kind}-${++this.#serial}`), {
      sandbox,
      limits,
      watcher: this.#watcher,
      compileCache: sandbox.filesystem ? { folder: compileCache, writable: compiles } : null,
    })
    const among = compiles ? this.#compilers : this.#children
    among.add(child)
    child.gone.then(() => among.delete(child))
    return child
  }

  /**
   * Starts a child of this kind that writes the compile cache, which halves later start times. It
   * gets no job: a child that has read a hostile file must not write code that others run.
   */
  #compile(workerProgram: WorkerProgram): void {
    const { sandbox, compileCache } = this.#settings
    const key = `${compileCache} ${workerProgram.kind} ${sandbox.kind}`
    if (this.#closed || !sandbox.filesystem || compiled.has(key)) return
    compiled.add(key)
    if (isCompiled(compileCache, workerProgram.kind)) return
    const child = this.#create(workerProgram, true)
    child.ready.then(
      async () => {
        if (await child.finish()) noteCompiled(compileCache, workerProgram.kind)
      },
      () => compiled.delete(key),
    )
  }

  /**
   * Keeps one fresh child of each kind in use, but not while all cores are busy: warm-up would
   * slow the jobs.
   */
  #replenish(kind: string): void {
    if (this.#closed || this.#slots.busy >= this.#slots.size || !this.#startsEarly(kind)) return
    if (this.#freshOf(kind)) return
    try {
      this.#start(kind)
    } catch (error) {
      // The running job must not fail because its replacement child couldn't start.
      this.#settings.log.error({ kind, err: error }, 'An engine could not be started.')
    }
  }

  /** Whether a child may start in advance: it must fit into the budget and not be `onDemand`. */
  #startsEarly(kind: string): boolean {
    const workerProgram = this.#workerProgram(kind)
    const held = this.#alive().reduce((total, { heldBytes }) => total + heldBytes, 0)
    return !workerProgram?.onDemand && held + expectedBytes(workerProgram) <= this.#settings.memoryBytes
  }

  #freshOf(kind: string): Child | undefined {
    return this.#alive().find((child) => child.kind === kind && child.owner === null)
  }

  /** Limits the children with an owner: ends the one that has been idle longest. */
  #evict(): void {
    const owned = this.#alive().filter((child) => child.owner !== null)
    const idle = owned.filter((child) => !child.busy).sort((a, b) => a.lastUsed - b.lastUsed)
    const kept = this.#settings.limits.ownedPerCore * this.#slots.size
    for (let surplus = owned.length - kept; surplus > 0; surplus--) idle.shift()?.kill()
  }

  /**
   * Starts children in another sandbox from now on, with the programs that it allows. Busy ones end
   * after their job.
   */
  upgrade(sandbox: Sandbox, workerPrograms: readonly WorkerProgram[]): void {
    this.#settings = { ...this.#settings, sandbox, workerPrograms }
    for (const child of this.#children) if (!child.busy) child.kill()
  }

  /**
   * Ends children that exceed their idle time at `now` (milliseconds); the pool calls it on a
   * timer.
   */
  sweep(now: number): void {
    const { ownedIdleMs, freshIdleMs } = this.#settings.limits
    for (const child of this.#children) {
      const allowed = child.owner === null ? freshIdleMs : ownedIdleMs
      if (!child.busy && now - child.lastUsed > allowed) child.kill()
    }
  }

  /**
   * Starts a fresh child of each kind, one after the other, since warm-up takes a core for a
   * second or two. Only tests await the promise.
   */
  async prepare(kinds: readonly string[]): Promise<void> {
    for (const kind of kinds) {
      if (this.#closed) return
      const fresh = this.#freshOf(kind)
      if (fresh) fresh.lastUsed = Date.now()
      else if (this.#startsEarly(kind)) await this.#start(kind).ready.catch(() => {})
      await fresh?.ready.catch(() => {})
    }
  }

  /** For the health page and tests. */
  children(): { kind: string; owner: string | null; pid: number | undefined; busy: boolean; jobs: number }[] {
    return this.#alive().map(({ kind, owner, pid, busy, jobs }) => ({ kind, owner, pid, busy, jobs }))
  }

  figures(): EngineFigures {
    const alive = this.#alive()
    return {
      children: [...new Set(alive.map(({ kind }) => kind))].map((kind) => {
        const all = alive.filter((child) => child.kind === kind)
        const busy = all.filter((child) => child.busy).length
        return { kind, busy, idle: all.length - busy }
      }),
      failures: [...this.#failures].flatMap(([kind, counts]) =>
        [...counts].map(([code, count]) => ({ kind, code, count })),
      ),
    }
  }

  /**
   * Kills all children, waits for their exit and removes the folders. Running jobs fail with
   * `engine_failed`.
   */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#sweeper)
    const children = [...this.#children, ...this.#compilers]
    for (const child of children) child.kill()
    await Promise.all(children.map((child) => child.gone))
    await this.#watcher.close()
    await rm(this.#folder, { recursive: true, force: true })
  }
}
