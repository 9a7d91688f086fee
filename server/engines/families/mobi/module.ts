import { ownReader, workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion } from '../../kernel/entry.ts'
import type { EngineModule } from '../../kernel/module.ts'
import { WRITER_OPTIONS } from '../document/options.ts'
import { convertBook, MOBI_READER } from './convert.ts'

/** Reads Kindle books as EPUB; the EPUB engines do the further conversions. */
export const mobiEngines: EngineModule = {
  engines: [
    ownReader({
      name: MOBI_READER,
      family: 'document',
      adds: 'books of Kindle and Mobipocket (MOBI, AZW3)',
    }),
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

  workerPrograms: (installed) =>
    installed.has(MOBI_READER) ? [workerProgramAt('mobi', 'mobi', 'mobi-child.ts')] : [],
}
