import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { migrateAll, missingOfAll } from '../server/adapters/database-schema.ts'
import { readConfig } from '../server/config.ts'
import { LOG_OPTIONS } from '../server/log-options.ts'
import { openInstanceDatabase } from '../server/open-instance.ts'

const USAGE = 'npm run migrate [-- --check]'

/**
 * `npm run migrate`: applies the migrations that the database lacks, and starts nothing. With
 * `--check` it lists them, changes nothing, and exits with 2 where there are any. It exits with 1
 * where it failed.
 */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  })
  if (positionals.length > 0) throw new Error(`Usage: ${USAGE}`)
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const log = pino({ level: config.LOG_LEVEL, ...LOG_OPTIONS }, pino.destination(2))
  const { connection, close } = await openInstanceDatabase(config, log)
  try {
    if (values.check) {
      const missing = await missingOfAll(connection)
      list('Missing', missing)
      process.exitCode = missing.length > 0 ? 2 : 0
    } else list('Applied', await migrateAll(connection, log))
  } finally {
    await close()
  }
}

function list(what: string, names: readonly string[]) {
  for (const name of names) console.log(`${what}: ${name}`)
  if (names.length === 0) console.log('The database is up to date.')
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
