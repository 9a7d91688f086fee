import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { isUnreachable } from '../server/adapters/postgres.ts'
import { readConfig } from '../server/config.ts'
import { Unreachable } from '../server/core/unreachable.ts'
import { LOG_OPTIONS } from '../server/log-options.ts'
import { database } from './move/database.ts'
import { files } from './move/files.ts'

const USAGE = `Usage:
  npm run move -- files --to bucket|disk [--check] [--parallel COUNT] [--reread] [--accept-damaged]
  npm run move -- database --to own|embedded [--check]`

const stopped = new AbortController()

/**
 * `npm run move`: copies the files of an instance from its disk to a bucket, or its database from
 * the embedded one to one of its own, or back, and verifies the copy. Exits with 2 where stored
 * files are damaged, with 1 where it failed, with 130 where it was stopped.
 */
async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      check: { type: 'boolean', default: false },
      parallel: { type: 'string', default: '8' },
      reread: { type: 'boolean', default: false },
      'accept-damaged': { type: 'boolean', default: false },
    },
  })
  const parallel = Number(values.parallel)
  const { to, check } = values
  const [what] = positionals
  if (positionals.length !== 1 || !Number.isInteger(parallel) || parallel < 1 || parallel > 64)
    throw new Error(USAGE)
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const log = pino({ level: config.LOG_LEVEL, ...LOG_OPTIONS }, pino.destination(2))
  if (what === 'files' && (to === 'bucket' || to === 'disk')) {
    const options = { check, parallel, reread: values.reread, acceptDamaged: values['accept-damaged'] }
    return files(config, to, options, log, stopped.signal)
  }
  if (what === 'database' && (to === 'own' || to === 'embedded'))
    return database(config, to, { check }, log, stopped.signal)
  throw new Error(USAGE)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => stopped.abort(new Error('Stopped.')))

const AGAIN = 'Run the same command again: it goes on where it stopped.'

main().then(
  // An upload that was broken off may still hold a connection.
  (code) => process.exit(code),
  (error: unknown) => {
    if (stopped.signal.aborted) {
      console.error(`Stopped. ${AGAIN}`)
      process.exit(130)
    }
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof Unreachable) console.error(`${message}. ${AGAIN}`)
    else if (isUnreachable(error) || /not queryable/.test(message))
      console.error(`The database cannot be reached: ${message}. ${AGAIN}`)
    else console.error(message)
    process.exit(1)
  },
)
