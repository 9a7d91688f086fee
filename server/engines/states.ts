import { MODULES } from './catalog.ts'
import type { Confinement } from './kernel/confinement.ts'
import type { EngineState } from './kernel/engine.ts'
import type { Installed } from './kernel/module.ts'

/** What limits the engines of a process beside its sandbox. */
export interface EngineChoice {
  /** What all engines may hold together, in bytes. */
  memoryBytes: number
  /** Whether programs of the system’s may be used; true unless said. */
  system?: boolean | undefined
  /** The names of engines that are not used although they are here. */
  without?: readonly string[] | undefined
}

/**
 * Which engines may be used here. A program of the system's reads and fetches what it likes, so it
 * is used only where the sandbox keeps files and network from it, and where `system` does not
 * forbid it.
 * @throws where `without` names an engine that does not exist
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

/** What an operator reads about the engines. */
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
