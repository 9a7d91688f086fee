import { npmPackage, programmeAt } from '../engine-package.ts'
import type { EngineModule } from '../module.ts'

export const UNLOCKER = 'officecrypto-tool'

/** Opens encrypted office files for the other engines, and converts nothing itself. */
export const unlockEngines: EngineModule = {
  engines: [
    npmPackage('officecrypto-tool', {
      name: UNLOCKER,
      family: 'document',
      licence: 'MIT',
      adds: 'office files that are encrypted with a password',
    }),
  ],
  entries: () => [],
  programmes: (installed) =>
    installed.has(UNLOCKER) ? [programmeAt('unlock', 'unlock', 'unlock-child.ts')] : [],
}
