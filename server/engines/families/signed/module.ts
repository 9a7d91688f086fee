import { z } from 'zod'
import { npmPackage, workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion } from '../../kernel/entry.ts'
import type { EngineModule } from '../../kernel/module.ts'
import { reportSignatures, SIGNED_READER } from './convert.ts'

/** Opens signed containers (P7M); other engines convert the content. */
export const signedEngines: EngineModule = {
  engines: [
    npmPackage('pkijs', {
      name: SIGNED_READER,
      family: 'document',
      licence: 'BSD-3-Clause',
      adds: 'signed containers (P7M): what is inside, and a report about the signatures',
    }),
  ],

  entries: (installed) =>
    installed.has(SIGNED_READER)
      ? [
          conversion({
            family: 'document',
            engine: SIGNED_READER,
            from: ['p7m'],
            target: 'json',
            schema: z.strictObject({}),
            kinds: ['signed'],
            run: reportSignatures,
          }),
        ]
      : [],

  workerPrograms: (installed) =>
    installed.has(SIGNED_READER) ? [workerProgramAt('signed', 'signed', 'signed-child.ts')] : [],
}
