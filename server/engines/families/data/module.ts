import { npmPackage, workerProgramAt } from '../../kernel/engine-package.ts'
import { conversion } from '../../kernel/entry.ts'
import type { EngineModule } from '../../kernel/module.ts'
import { convertData, DATA_LIMITS } from './convert.ts'
import { DATA_FORMATS } from './formats.ts'
import { dataOptions } from './options.ts'

const ENGINE = 'Data tables'

export const dataEngines: EngineModule = {
  engines: [
    npmPackage('hyparquet', {
      name: ENGINE,
      family: 'document',
      licence: 'MIT',
      adds: 'CSV, JSON, YAML, XML, Parquet and SQLite into one another',
    }),
  ],

  entries(installed) {
    if (!installed.has(ENGINE)) return []
    const shared = { family: 'document', engine: ENGINE, kinds: ['data'], limits: DATA_LIMITS } as const
    return DATA_FORMATS.flatMap((from) =>
      DATA_FORMATS.filter((target) => target !== from).map((target) =>
        conversion({ ...shared, from: [from], target, schema: dataOptions(from, target), run: convertData }),
      ),
    )
  },

  workerPrograms: (installed) =>
    installed.has(ENGINE)
      ? [{ ...workerProgramAt('data', 'data', 'data-child.ts'), limits: DATA_LIMITS }]
      : [],
}
