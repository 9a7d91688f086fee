import { ownReader, workerProgramAt } from '../../kernel/engine-package.ts'
import type { EngineModule } from '../../kernel/module.ts'
import { IWORK_READER } from './convert.ts'

/**
 * Extracts the preview of Apple's documents; the catalog adds the entries, since other engines
 * follow.
 */
export const iworkEngines: EngineModule = {
  engines: [
    ownReader({
      name: IWORK_READER,
      family: 'document',
      adds: 'the previews in Pages, Numbers and Keynote files',
    }),
  ],
  entries: () => [],
  workerPrograms: (installed) =>
    installed.has(IWORK_READER) ? [workerProgramAt('iwork', 'iwork', 'iwork-child.ts')] : [],
}
