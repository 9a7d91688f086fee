import { z } from 'zod'
import { npmPackage, workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion } from '../../kernel/entry.ts'
import type { EngineModule } from '../../kernel/module.ts'
import { PASSWORD } from '../unlock/unlock.ts'
import { ARCHIVE_LIMITS, convertArchive } from './convert.ts'
import { ARCHIVE_TARGETS, ARCHIVES, LOCKED_ARCHIVES, NAMED_IN_BYTES } from './formats.ts'
import { NAME_ENCODINGS } from './zip-names.ts'

const ENCODING = z
  .enum(NAME_ENCODINGS)
  .default('auto')
  .meta({ title: 'File name encoding', description: 'For names that do not state their encoding.' })

/** Options of a source format: password and name encoding, if they apply. */
function archiveOptions(format: string) {
  return z.strictObject({
    ...((LOCKED_ARCHIVES as readonly string[]).includes(format) && { password: PASSWORD }),
    ...((NAMED_IN_BYTES as readonly string[]).includes(format) && { name_encoding: ENCODING }),
  })
}

export const SEVEN_ZIP = '7-Zip'

export const archiveEngines: EngineModule = {
  engines: [
    npmPackage('7z-wasm', {
      name: SEVEN_ZIP,
      family: 'document',
      licence: 'LGPL-2.1-or-later with the unRAR restriction',
      adds: 'archives: ZIP, TAR, 7Z, RAR and others into one another',
    }),
  ],

  entries(installed) {
    if (!installed.has(SEVEN_ZIP)) return []
    const shared = { family: 'document', engine: SEVEN_ZIP, kinds: ['archive'] } as const
    return ARCHIVES.flatMap((from) =>
      ARCHIVE_TARGETS.filter((target) => target !== from || from === 'zip').map((target) =>
        conversion({
          ...shared,
          from: [from],
          target,
          schema: archiveOptions(from),
          limits: ARCHIVE_LIMITS,
          run: convertArchive,
        }),
      ),
    )
  },

  workerPrograms: (installed) =>
    installed.has(SEVEN_ZIP)
      ? [{ ...workerProgramAt('archive', 'archive', 'archive-child.ts'), limits: ARCHIVE_LIMITS }]
      : [],
}
