import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { buildCatalog, MODULES, parseOptions } from './catalog.ts'
import { checkSource } from './families/detection/check.ts'
import { detectFormat } from './families/detection/detect.ts'
import {
  EngineFailure,
  type Engines,
  type Job,
  type JobHooks,
  type JobOutput,
  type Operation,
} from './kernel/engine.ts'
import { FORMATS, normaliseFormat } from './kernel/formats.ts'
import { DEFAULT_LIMITS, type Limits, usualMemory } from './kernel/limits.ts'
import type { EngineLog } from './kernel/log.ts'
import type { CatalogEntry } from './kernel/module.ts'
import { stepRunner } from './kernel/run-step.ts'
import { sentence } from './kernel/sentence.ts'
import { knownLosses } from './known-losses.ts'
import { chooseSandbox } from './sandbox/choose-sandbox.ts'
import type { SandboxSearch } from './sandbox/find-sandbox.ts'
import { storageFailure } from './sandbox/handover.ts'
import { Pool } from './sandbox/pool.ts'
import type { Sandbox } from './sandbox/sandbox.ts'
import { engineStates, findInstalled } from './states.ts'

export interface EngineSettings {
  /** For the children's own folders; best on the same device as the jobs' folders, so that files are linked and not copied. */
  folder: string
  log: EngineLog
  /** Where the children's compiled code is kept; below `folder` unless said. */
  compileCache?: string
  /** How many jobs run at once. */
  cores: number
  /** What all engines may hold together, in bytes; half of the machine's memory unless said. */
  memoryBytes?: number
  /** Whether jobs run in this process at all, so that getting ready for them makes sense; true unless said. */
  works?: boolean
  /** Whether programs of the system's may be used where they are found; true unless said. */
  system?: boolean
  limits?: Partial<Limits>
  /** Throws where engines cannot be confined from network and files. */
  required?: boolean
  /** Which sandboxes are tried, and how; only tests set it. */
  sandboxes?: SandboxSearch
}

/**
 * The engines of this server: what they can do, and how it is done to one file in a sandbox. Starts nothing but the trial
 * that finds the sandbox; `prepare` starts children. With a stronger sandbox, found later, more engines may be used.
 * Throws when not even a plain child process can be started.
 */
export async function createEngines(settings: EngineSettings): Promise<Engines> {
  const { folder, log, cores } = settings
  const limits = { ...DEFAULT_LIMITS, ...settings.limits }
  const memoryBytes = settings.memoryBytes ?? usualMemory()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const choice = await chooseSandbox(folder, log, {
    ...(settings.required && { required: true }),
    ...(settings.sandboxes && { search: settings.sandboxes }),
    onUpgrade: (sandbox) => {
      offer = offerOf(sandbox, memoryBytes, settings.system)
      pool.upgrade(sandbox, offer.workerPrograms)
    },
  })
  let offer = offerOf(choice.current(), memoryBytes, settings.system)
  const pool = new Pool({
    folder,
    workerPrograms: offer.workerPrograms,
    sandbox: choice.current(),
    limits,
    cores,
    memoryBytes,
    log,
    compileCache: settings.compileCache ?? join(folder, 'compile-cache'),
  })
  const entryOf = (operation: Operation) =>
    offer.catalog.find((entry) => entry.operation === operation) ??
    offer.catalog.find(
      (entry) => entry.operation.label === operation.label && entry.operation.from[0] === operation.from[0],
    )

  return {
    formats: (family) => offer.formats.filter((format) => family === undefined || format.family === family),
    operations: ({ family, from, to }) =>
      offer.catalog
        .map(({ operation }) => operation)
        .filter(
          (operation) =>
            (family === undefined || operation.family === family) &&
            (from === undefined || operation.from.includes(from)) &&
            (to === undefined || operation.to.includes(to)),
        ),
    states: () => engineStates(offer.installed, choice.current(), memoryBytes),
    detect: detectFormat,
    normalise: normaliseFormat,
    checkOptions(operation, options) {
      const entry = entryOf(operation)
      return entry
        ? parseOptions(entry.schema, options)
        : { ok: false, errors: [{ path: '', message: 'This operation is not available on this server.' }] }
    },
    losses: knownLosses,
    run: async (job, hooks) => {
      await choice.refresh()
      return runJob(job, hooks, offer.catalog, pool, limits)
    },
    sandbox: () => {
      const { kind, network, filesystem, detail } = choice.current()
      return { kind, network, filesystem, detail }
    },
    prepare: (operation) => {
      if (settings.works === false) return
      const report = (error: unknown) => log.error({ err: error }, 'An engine could not be started.')
      pool.prepare(entryOf(operation)?.kinds ?? []).catch(report)
    },
    close: () => {
      choice.close()
      return pool.close()
    },
  }
}

/** What can be done in a sandbox: made once for each, since every conversion asks. */
function offerOf(sandbox: Sandbox, memoryBytes: number, system: boolean | undefined) {
  const installed = findInstalled(sandbox, { memoryBytes, system })
  const catalog = buildCatalog(installed)
  const conversions = catalog.filter(({ operation }) => operation.operation === 'convert')
  const sources = (format: string) => conversions.filter(({ operation }) => operation.from.includes(format))
  const targets = (format: string) => conversions.filter(({ operation }) => operation.to.includes(format))
  const formats = FORMATS.map((format) => ({
    ...format,
    inputs: unique(targets(format.format).flatMap(({ operation }) => operation.from)),
    outputs: unique(sources(format.format).flatMap(({ operation }) => operation.to)),
  }))
  const workerPrograms = MODULES.flatMap((module) => module.workerPrograms(installed))
  return { installed, catalog, formats, workerPrograms }
}

async function runJob(
  job: Job,
  hooks: JobHooks,
  catalog: readonly CatalogEntry[],
  pool: Pool,
  limits: Limits,
): Promise<JobOutput> {
  try {
    const [input] = job.inputs
    const entry = catalog.find(
      ({ operation: { operation, from, to } }) =>
        operation === job.operation && input && from.includes(input.format) && to.includes(job.target),
    )
    if (!entry || !input) {
      throw new EngineFailure(
        'engine_unavailable',
        sentence`This conversion is not available on this server. Choose another target format.`,
      )
    }
    const checked = parseOptions(entry.schema, job.options)
    if (!checked.ok) {
      const [first] = checked.errors
      throw new EngineFailure(
        'option_refused',
        sentence`The option "${first?.path ?? ''}" cannot be used: ${first?.message ?? ''}`,
      )
    }
    const own = { ...limits, ...entry.limits }
    for (const { path, format } of job.inputs) await checkSource(path, format, own)
    return await entry.run({ ...job, options: checked.options }, stepRunner(pool, job, hooks, own), own)
  } catch (error) {
    if (error instanceof EngineFailure) throw error
    throw storageFailure(error)
  }
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)]
}
