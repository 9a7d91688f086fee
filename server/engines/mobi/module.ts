import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { WRITER_OPTIONS } from '../document/options.ts'
import { programmeAt } from '../engine-package.ts'
import { conversion } from '../entry.ts'
import type { EngineModule } from '../module.ts'
import { PROJECT_FOLDER, packageFolder } from '../packages.ts'
import { convertBook, MOBI_READER } from './convert.ts'

/** Reads Kindle books as EPUB; what follows is made of that by the engines for EPUB. */
export const mobiEngines: EngineModule = {
  engines: [
    {
      name: MOBI_READER,
      family: 'document',
      licence: 'Apache-2.0',
      adds: 'books of Kindle and Mobipocket (MOBI, AZW3)',
      install: 'npm install sanitize-html',
      system: false,
      find: () => (packageFolder('sanitize-html') ? { version: ownVersion() } : null),
    },
  ],

  entries: (installed) =>
    installed.has(MOBI_READER)
      ? [
          conversion({
            family: 'document',
            engine: MOBI_READER,
            from: ['mobi'],
            target: 'epub',
            schema: WRITER_OPTIONS.none,
            kinds: ['mobi'],
            run: convertBook,
          }),
        ]
      : [],

  programmes: (installed) =>
    installed.has(MOBI_READER) ? [programmeAt('mobi', 'mobi', 'mobi-child.ts')] : [],
}

/** The reader is a part of Filewright, and has its version. */
function ownVersion(): string | null {
  const { version } = JSON.parse(readFileSync(join(PROJECT_FOLDER, 'package.json'), 'utf8')) as {
    version?: string
  }
  return version ?? null
}
