import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** The files of this version. */
export const MIGRATIONS = new URL('../migrations/', import.meta.url)

/**
 * What versions without the file can do on a database that has it. The first line of the file says
 * so (decision 048): `-- expand`: any of them can run. `-- contract since NAME`: those can that
 * have the migration NAME. Without such a line, none can.
 */
export type MigrationKind = { kind: 'expand' | 'contract' | null; since: string | null }

export interface MigrationFile extends MigrationKind {
  sql: string
  sha256: string
}

const FIRST_LINE = /^-- (?:(expand)|(contract) since (\S+))$/

/** Reads what the first line of a migration says. */
export function kindOf(sql: string): MigrationKind {
  const [, expand, contract, since = null] = FIRST_LINE.exec(sql.split('\n', 1)[0] ?? '') ?? []
  return { kind: expand ? 'expand' : contract ? 'contract' : null, since }
}

/** Files in the order in which they are applied, by name. @throws where one of `only` is missing */
export function readMigrationFiles(folder: URL, only?: readonly string[]): Map<string, MigrationFile> {
  const files = new Map<string, MigrationFile>()
  const names = readdirSync(folder).sort()
  const unknown = only?.find((name) => !names.includes(name))
  if (unknown)
    throw new Error(`This version does not know the migration ${unknown}. Use the version that has it.`)
  for (const name of names) {
    if (only && !only.includes(name)) continue
    const sql = readFileSync(new URL(name, folder), 'utf8')
    files.set(name, { sql, sha256: createHash('sha256').update(sql).digest('hex'), ...kindOf(sql) })
  }
  return files
}
