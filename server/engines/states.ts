import { MODULES } from './catalog.ts'
import type { Confinement } from './kernel/confinement.ts'
import type { EngineState } from './kernel/engine.ts'
import type { Installed } from './kernel/module.ts'

/**
 * Which engines may be used here. A program of the system's reads and fetches what it likes, so it is used only where the
 * sandbox keeps files and network from it, and where `system` does not forbid it. `memoryBytes` is what all engines may hold.
 */
export function findInstalled(
  sandbox: Pick<Confinement, 'network' | 'filesystem'>,
  { memoryBytes, system = true }: { memoryBytes: number; system?: boolean | undefined },
): Installed {
  const confined = system && sandbox.network && sandbox.filesystem
  const found = MODULES.flatMap(({ engines }) => engines).map((engine) => {
    const allowed = (confined || !engine.system) && (engine.memoryBytes ?? 0) <= memoryBytes
    const here = allowed ? engine.find() : null
    return here ? ([engine.name, here] as const) : null
  })
  return new Map(found.filter((one) => one !== null))
}

/** What an operator reads about the engines. */
export function engineStates(
  installed: Installed,
  sandbox: Pick<Confinement, 'network' | 'filesystem' | 'detail'>,
  memoryBytes: number,
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
