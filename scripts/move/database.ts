import { statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import { checkDatabase, moveDatabase } from '../../server/adapters/move/move-database.ts'
import type { Connection } from '../../server/adapters/postgres.ts'
import type { Config } from '../../server/config.ts'
import { type DatabaseTo, openDatabases } from '../../server/open-move.ts'
import type { Log } from '../../server/platform.ts'
import { megabytes, Progress } from './progress.ts'

/**
 * Moves the database, or says what that would take. @returns the exit code: 1 where a check found
 * an obstacle
 */
export async function database(
  config: Config,
  to: DatabaseTo,
  { check }: { check: boolean },
  log: Log,
  signal: AbortSignal,
): Promise<number> {
  const opened = await openDatabases(config, to, log, { creates: !check })
  const progress = new Progress()
  try {
    const { bytes, tables, problems } = await checkDatabase(
      check ? opened : { source: opened.source, target: null },
    )
    if (to === 'embedded') {
      const { bavail, bsize } = await statfs(resolve(config.DATA_DIR))
      if (bavail * bsize < 2 * bytes)
        problems.push(
          `The disk of DATA_DIR has ${megabytes(bavail * bsize)} free, and about ${megabytes(2 * bytes)} are needed.`,
        )
    }
    if (check) {
      console.log(`The source database has ${tables} tables (${megabytes(bytes)}).`)
      console.log(`The target is ${opened.targetName}.`)
      for (const problem of problems) console.error(problem)
      if (problems.length === 0) console.log('Nothing is in the way.')
      return problems.length === 0 ? 0 : 1
    }
    if (problems[0]) throw new Error(problems[0])
    const done = await moveDatabase({
      source: opened.source,
      target: opened.target as Connection,
      ...{ log, signal },
      onProgress: ({ tables: ready, ofTables, bytes: copied, ofBytes }) =>
        progress.show({ what: `${ready} of ${ofTables} tables`, bytes: copied, ofBytes }),
    })
    progress.end()
    const { entries, credits } = done.ledger
    console.log(
      `${opened.targetName} has the same ${done.tables} tables with ${done.rows} rows${done.copied ? '' : ' already'}.`,
    )
    console.log(`The ledger has ${entries} entries, ${credits} credits in all.`)
    console.log(
      to === 'own'
        ? 'Now give every process DATABASE_URL (and DATABASE_SESSION_URL, if set) as for this command, and start them.'
        : 'Now remove DATABASE_URL and DATABASE_SESSION_URL from the settings, and start the instance.',
    )
    console.log('The source database is unchanged. Delete it once the instance has worked for a while.')
    return 0
  } finally {
    progress.end()
    await opened.close()
  }
}
