import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { MODULES, parseOptions } from './catalog.ts'
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
import { normaliseFormat } from './kernel/formats.ts'
import { DEFAULT_LIMITS, type Limits, usualMemory } from './kernel/limits.ts'
import type { EngineLog } from './kernel/log.ts'
import type { CatalogEntry } from './kernel/module.ts'
import { stepRunner } from './kernel/run-step.ts'
import { sentence } from './kernel/sentence.ts'
import { knownLosses } from './known-losses.ts'
import { demandsOf, installedElsewhere, keyOf, type Offer, offerOf, sumOf } from './offer.ts'
import { chooseSandbox } from './sandbox/choose-sandbox.ts'
import type { SandboxSearch } from './sandbox/find-sandbox.ts'
import { storageFailure } from './sandbox/handover.ts'
import { Pool } from './sandbox/pool.ts'
import { engineStates, findInstalled } from './states.ts'

export interface EngineSettings {
  /**
   * For the children' folders; on the same device as the jobs' folders, files are linked, not
   * copied.
   */
  folder: string
  log: EngineLog
  /** The folder of the children' compile cache; below `folder` by default. */
  compileCache?: string
  /** Maximum number of concurrent jobs. */
  cores: number
  /** Memory of all engines together in bytes; half of the machine's memory by default. */
  memoryBytes?: number
  /** Whether this process runs jobs, so that `prepare` is useful; true by default. */
  works?: boolean
  /** Whether system programs may be used; true by default. */
  system?: boolean
  /** Names of installed engines to disable. */
  without?: readonly string[]
  limits?: Partial<Limits>
  /** Throws if engines can't be confined from network and files. */
  required?: boolean
  /** The sandboxes to try, and how; only for tests. */
  sandboxes?: SandboxSearch
}

/**
 * The engines of this server: their operations, and running them in a sandbox. Starts only the
 * trial of sandboxes; `prepare` starts children. A stronger sandbox found later may enable more
 * engines.
 * @throws if not even a plain child process can start.
 */
export async function createEngines(settings: EngineSettings): Promise<Engines> {
  const { folder, log, cores } = settings
  const limits = { ...DEFAULT_LIMITS, ...settings.limits }
  const memoryBytes = settings.memoryBytes ?? usualMemory()
  const chosen = { memoryBytes, system: settings.system, without: settings.without }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const choice = await chooseSandbox(folder, log, {
    ...(settings.required && { required: true }),
    ...(settings.sandboxes && { search: settings.sandboxes }),
    onUpgrade: (sandbox) => {
      own = offerOf(findInstalled(sandbox, chosen))
      addUp()
      pool.upgrade(sandbox, programsOf(own))
    },
  })
  let own = offerOf(findInstalled(choice.current(), chosen))
  let others: Offer[] = []
  let offer = own
  const addUp = () => {
    // A process without jobs counts its own engines only while no worker is known.
    const [first, ...rest] = settings.works === false && others.length > 0 ? others : [own, ...others]
    offer = first ? sumOf([first, ...rest]) : own
  }
  const everything = once(() => offerOf(new Map([...KNOWN].map((name) => [name, ELSEWHERE]))))
  const pool = new Pool({
    folder,
    workerPrograms: programsOf(own),
    sandbox: choice.current(),
    limits,
    cores,
    memoryBytes,
    log,
    compileCache: settings.compileCache ?? join(folder, 'compile-cache'),
  })
  const entryOf = (operation: Operation, { catalog } = offer) =>
    catalog.find((entry) => entry.operation === operation) ??
    catalog.find(
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
    states: () => engineStates(offer.installed, choice.current(), chosen),
    own: () =>
      engineStates(own.installed, choice.current(), chosen)
        .filter(({ installed }) => installed)
        .map(({ name, family, version, supportedUntil }) => {
          const features = own.installed.get(name)?.features
          return { name, family, version, supportedUntil, ...(features && { features }) }
        }),
    abilities: () => own.abilities,
    count: (workers) => {
      const lists = workers.map((engines) => installedElsewhere(engines, KNOWN))
      const byKey = new Map(lists.map((installed) => [keyOf(installed), installed]))
      const known = new Map([own, ...others].map((one) => [keyOf(one.installed), one]))
      if (settings.works !== false) byKey.delete(keyOf(own.installed))
      if (byKey.size === others.length && others.every((one) => byKey.has(keyOf(one.installed)))) return
      others = [...byKey].map(([key, installed]) => known.get(key) ?? offerOf(installed))
      addUp()
    },
    demands: (operation) => {
      const entry = entryOf(operation)
      return entry ? demandsOf(entry) : { engines: operation.engine.split(' + '), long: false }
    },
    absent: ({ operation, from, to }) => {
      const entry = everything().catalog.find(
        (one) =>
          one.operation.operation === operation &&
          one.operation.from.includes(from) &&
          one.operation.to.includes(to),
      )
      return entry?.operation.engine.split(' + ').filter((name) => !offer.installed.has(name)) ?? null
    },
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
      return runJob(job, hooks, own.catalog, pool, limits)
    },
    sandbox: () => {
      const { kind, network, filesystem, detail } = choice.current()
      return { kind, network, filesystem, detail }
    },
    figures: () => pool.figures(),
    prepare: (operation) => {
      if (settings.works === false) return
      const report = (error: unknown) => log.error({ err: error }, 'An engine could not be started.')
      pool.prepare(entryOf(operation, own)?.kinds ?? []).catch(report)
    },
    close: () => {
      choice.close()
      return pool.close()
    },
  }
}

/** The engines that this version supports. */
const KNOWN: ReadonlySet<string> = new Set(MODULES.flatMap(({ engines }) => engines).map(({ name }) => name))
const ELSEWHERE = { version: null, path: 'of no worker' }

const programsOf = ({ installed }: Offer) => MODULES.flatMap((module) => module.workerPrograms(installed))

/** Calls `make` on first use and caches the result. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
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
    const steps = stepRunner(pool, job, hooks, own, entry.operation.engine)
    return await entry.run({ ...job, options: checked.options }, steps, own)
  } catch (error) {
    if (error instanceof EngineFailure) throw error
    throw storageFailure(error)
  }
}
