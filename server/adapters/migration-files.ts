import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

/** The files of this version. */
export const MIGRATIONS = new URL('../migrations/', import.meta.url)

/**
 * Which versions without the file can run on a database that has it, declared in the file's first
 * line (decision 048). `-- expand`: all. `-- contract since NAME`: those that have the migration
 * NAME. No such line: none.
 */
export type MigrationKind = { kind: 'expand' | 'contract' | null; since: string | null }

export interface MigrationFile extends MigrationKind {
  sql: string
  sha256: string
}

const FIRST_LINE = /^-- (?:(expand)|(contract) since (\S+))$/

/** Parses the first line of a migration. */
export function kindOf(sql: string): MigrationKind {
  const [, expand, contract, since = null] = FIRST_LINE.exec(sql.split('\n', 1)[0] ?? '') ?? []
  return { kind: expand ? 'expand' : contract ? 'contract' : null, since }
}

/** Files in the order in which they are applied, by name. @throws if one of `only` is missing */
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
