import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
export const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Settings of the server, and what else its processes read from the environment. */
const SETTINGS = new Set([
  ...[...read('server/config.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): /gm)].map(([, name = '']) => name),
  'PGPASSWORD',
  'BACKUP_PASSPHRASE_FILE',
  'NODE_ENV',
])

/** Those of the names that no process reads. `NAME_FILE` is read by the image's entry point. */
export const unknownSettings = (names: Iterable<string>): string[] =>
  [...names].filter((name) => !SETTINGS.has(name) && !SETTINGS.has(name.replace(/_FILE$/, '')))
