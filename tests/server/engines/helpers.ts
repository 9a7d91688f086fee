import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'
import { plain } from '../../../contract/message-pattern.ts'
import { createEngines, type EngineSettings } from '../../../server/engines/index.ts'
import type { SandboxKind } from '../../../server/engines/kernel/confinement.ts'
import { EngineFailure, type Engines, type JobOutput } from '../../../server/engines/kernel/engine.ts'
import type { EngineLog } from '../../../server/engines/kernel/log.ts'
import type { Sentence } from '../../../server/engines/kernel/sentence.ts'
import { findSandbox } from '../../../server/engines/sandbox/find-sandbox.ts'
import { processTree } from '../../../server/engines/sandbox/measure.ts'
import type { Sandbox } from '../../../server/engines/sandbox/sandbox.ts'
import type {} from '../../setup/engines-folder.ts'
import { COMPILE_CACHE } from '../compile-cache.ts'

export const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))))

/** Longer than any run. */
const RUN_MS = 60 * 60_000
/** The strongest of these sandboxes that works here; throws where none does. */
export async function sandboxOf(folder: string, allowed?: readonly SandboxKind[]): Promise<Sandbox> {
  const { sandbox } = await findSandbox(folder, allowed && { allowed })
  if (!sandbox) throw new Error(`${allowed?.join(' and ')} do not work on this machine`)
  return sandbox
}

export interface Lines {
  log: EngineLog
  said: { level: string; fields: object; message: string }[]
}

export function recordingLog(): Lines {
  const said: Lines['said'] = []
  const at = (level: string) => (fields: object, message: string) =>
    void said.push({ level, fields, message })
  return { log: { info: at('info'), warn: at('warn'), error: at('error') }, said }
}

let shared: Promise<Engines> | undefined

/** The warm engines of this worker, which end with it; its test files run one after the other. */
function sharedEngines(): Promise<Engines> {
  shared ??= createEngines({
    folder: mkdtempSync(join(inject('engines') as string, 'shared-')),
    compileCache: COMPILE_CACHE,
    log: recordingLog().log,
    cores: 2,
    // A child of each kind waits for the next file of its kind for as long as the run may take.
    limits: { ownedIdleMs: RUN_MS, freshIdleMs: RUN_MS, ownedPerCore: 20 },
  })
  return shared
}

/** Engines in a folder of their own, with what a test needs to run jobs on them. */
export class EngineHarness {
  readonly folder = mkdtempSync(join(tmpdir(), 'filewright-engines-'))
  readonly lines = recordingLog()
  engines!: Engines
  #ownEngines: Engines | undefined
  #jobs = 0

  /** With settings it gets engines of its own, else those that the worker's test files share. */
  async open(settings?: Partial<EngineSettings>): Promise<void> {
    this.engines = await (settings ? this.#createOwn(settings) : sharedEngines())
  }

  async #createOwn(settings: Partial<EngineSettings>): Promise<Engines> {
    this.#ownEngines = await createEngines({
      folder: join(this.folder, 'children'),
      compileCache: COMPILE_CACHE,
      log: this.lines.log,
      cores: 2,
      ...settings,
    })
    return this.#ownEngines
  }

  async close(): Promise<void> {
    await this.#ownEngines?.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  /**
   * The processes of its own engines that have a name; the worker's other engines may have the same
   * ones.
   */
  processes(name: string): number[] {
    const children = processTree(process.pid).filter((pid) => procFile(pid, 'cmdline').includes(this.folder))
    const below = new Set(children.flatMap(processTree))
    return [...below].filter((pid) => procFile(pid, 'comm').trim() === name)
  }

  /** Writes a source file; returns its path. */
  file(name: string, content: string | Uint8Array): string {
    const folder = join(this.folder, `source-${++this.#jobs}`)
    mkdirSync(folder)
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }

  /**
   * Converts a file; `format` is what the bytes say unless given. Stages are collected into
   * `stages`. Words are plain.
   */
  async convert(
    path: string,
    target: string,
    options: Record<string, unknown> = {},
    more: {
      operation?: string
      format?: string
      owner?: string
      signal?: AbortSignal
      stages?: [string, number | null][]
    } = {},
  ): Promise<JobOutput> {
    const found = await this.engines.detect({ path, filename: path })
    const format = more.format ?? found?.format ?? 'unknown'
    const folder = join(this.folder, `job-${++this.#jobs}`)
    mkdirSync(folder)
    const input = join(folder, 'input')
    copyFileSync(path, input)
    return plainly(
      this.engines.run(
        {
          owner: more.owner ?? 'owner',
          folder,
          operation: more.operation ?? 'convert',
          inputs: [{ path: input, format }],
          target,
          options,
        },
        {
          signal: more.signal ?? new AbortController().signal,
          onProgress: (stage, progress) => void more.stages?.push([plain(stage), progress]),
        },
      ),
    )
  }
}

/** A run whose warnings, or whose failure, have no marks around their values. */
export async function plainly(run: Promise<JobOutput>): Promise<JobOutput> {
  try {
    const output = await run
    return { ...output, warnings: output.warnings.map((warning) => plain(warning) as Sentence) }
  } catch (error) {
    if (error instanceof EngineFailure) Object.assign(error, { message: plain(error.message) })
    throw error
  }
}

function procFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return '' // the process has ended
  }
}

/** The failure that a job ends with; throws when it ends well or with anything else. */
export async function failureOf(job: Promise<unknown>): Promise<EngineFailure> {
  let outcome: unknown
  try {
    outcome = await job
  } catch (error) {
    if (error instanceof EngineFailure) return error
    throw error
  }
  throw new Error(`It did not fail: ${JSON.stringify(outcome)}`)
}

/**
 * A sentence for a person: whole, with something to do, and no word from inside. It may begin with
 * another one, isolated.
 */
export const SENTENCE = /^\u2068*[A-Z][^\n]{20,}[.!]$/
export const JARGON =
  /libreoffice|soffice|pandoc|typst|pdfium|libvips|vips|sharp|assimp|draco3d|occt|wasm|errno|ENOENT|undefined|null|\/job|\/tmp|node_modules/i

/** Waits until `ready` says yes; the test's own time-out ends it. */
export async function until(ready: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await ready())) await new Promise((resolve) => setImmediate(resolve))
}
