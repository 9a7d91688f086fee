import { npmPackage, workerProgramAt } from '../../kernel/engine-package.ts'
import type { EngineModule } from '../../kernel/module.ts'

export const UNLOCKER = 'officecrypto-tool'

/** Decrypts office files for other engines; has no conversions. */
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
  workerPrograms: (installed) =>
    installed.has(UNLOCKER) ? [workerProgramAt('unlock', 'unlock', 'unlock-child.ts')] : [],
}
