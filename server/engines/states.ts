import { MODULES } from './catalog.ts'
import type { Confinement } from './kernel/confinement.ts'
import type { EngineState } from './kernel/engine.ts'
import type { Installed } from './kernel/module.ts'

/** Restrictions on the engines of a process besides its sandbox. */
export interface EngineChoice {
  /** Memory of all engines together, in bytes. */
  memoryBytes: number
  /** Whether system programs may be used; true by default. */
  system?: boolean | undefined
  /** Names of installed engines to disable. */
  without?: readonly string[] | undefined
}

/**
 * The engines that may be used here. A system program can read any file and use the network, so it
 * requires a sandbox that confines both, and `system` must allow it.
 * @throws if `without` names an unknown engine
 */
export function findInstalled(
  sandbox: Pick<Confinement, 'network' | 'filesystem'>,
  { memoryBytes, system = true, without = [] }: EngineChoice,
): Installed {
  requireKnown(without)
  const confined = system && sandbox.network && sandbox.filesystem
  const found = MODULES.flatMap(({ engines }) => engines).map((engine) => {
    const allowed =
      !without.includes(engine.name) &&
      (confined || !engine.system) &&
      (engine.memoryBytes ?? 0) <= memoryBytes
    const here = allowed ? engine.find() : null
    return here ? ([engine.name, here] as const) : null
  })
  return new Map(found.filter((one) => one !== null))
}

function requireKnown(names: readonly string[]) {
  const known = MODULES.flatMap(({ engines }) => engines.map(({ name }) => name))
  const unknown = names.filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new Error(
      `WITHOUT_ENGINES: there is no engine ${unknown.join(', ')}; there are ${known.join(', ')}.`,
    )
}

/** The states of the engines for operators. */
export function engineStates(
  installed: Installed,
  sandbox: Pick<Confinement, 'network' | 'filesystem' | 'detail'>,
  { memoryBytes, without = [] }: EngineChoice,
): EngineState[] {
  return MODULES.flatMap(({ engines }) => engines).map(
    ({ name, family, licence, adds, install, system, find, supportedUntil = null, ...engine }) => {
      const used = installed.get(name)
      const here = used ?? find()
      const state = {
        name,
        family,
        licence,
        adds,
        system,
        installed: used !== undefined,
        version: here?.version ?? null,
        supportedUntil,
      }
      if (used) return state
      if (without.includes(name)) return { ...state, install: 'The setting WITHOUT_ENGINES leaves it out.' }
      const needed = engine.memoryBytes ?? 0
      if (here && needed > memoryBytes)
        return { ...state, install: `It needs memory: set MEMORY_MB to ${megabytes(needed)} or more.` }
      const unconfined = !sandbox.network || !sandbox.filesystem
      const reason = `It is installed, but runs only where the sandbox confines network and files. ${sandbox.detail}`
      return { ...state, install: here && system && unconfined ? reason : install }
    },
  )
}

const megabytes = (bytes: number) => Math.ceil(bytes / 1_000_000)
