import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startEmbeddedPostgres } from './adapters/embedded-postgres.ts'
import type { Connection } from './adapters/postgres.ts'
import type { Config } from './config.ts'
import { objectsOf } from './open-objects.ts'
import type { Log, Objects } from './platform.ts'

/** The database and files of an instance, opened while its server may be running. */
export interface Instance {
  connection: Connection
  objects: Objects
  /** The file of the generated key; the operator's own key is in SECRET_KEY. */
  secretFile: string
  scratch: string
  close(): Promise<void>
}

/** Opens the instance. `close` stops an embedded database that was not running before. */
export async function openInstance(config: Config, log: Log): Promise<Instance> {
  const data = resolve(config.DATA_DIR)
  const database = await openInstanceDatabase(config, log)
  const { objects, close } = await objectsOf(config, join(data, 'objects'), log)
  return {
    connection: database.connection,
    objects,
    secretFile: join(data, 'secret.key'),
    scratch: join(data, 'scratch'),
    close: async () => {
      close()
      await database.close()
    },
  }
}

/** Opens only the database. `close` stops an embedded database that was not running before. */
export async function openInstanceDatabase(
  config: Config,
  log: Log,
): Promise<Pick<Instance, 'connection' | 'close'>> {
  const url = config.DATABASE_SESSION_URL ?? config.DATABASE_URL
  if (url) return { connection: url, close: async () => {} }
  const data = resolve(config.DATA_DIR)
  mkdirSync(data, { recursive: true })
  const { connection, adopted, stop } = await startEmbeddedPostgres(join(data, 'postgres'), log, [], {
    revives: false,
  })
  return { connection, close: async () => (adopted ? undefined : stop()) }
}

/** The instance's generated key in base64; null if the operator sets SECRET_KEY. */
export const readSecretKey = (config: Config, file: string): string | null =>
  config.SECRET_KEY || !existsSync(file) ? null : readFileSync(file, 'utf8').trim()

/**
 * The passphrase in BACKUP_PASSPHRASE, or in the file at BACKUP_PASSPHRASE_FILE.
 * @throws Error if it is missing or short
 */
export function readPassphrase(environment: Record<string, string | undefined>): string {
  const { BACKUP_PASSPHRASE: given, BACKUP_PASSPHRASE_FILE: file } = environment
  const passphrase = given || (file ? readFileSync(file, 'utf8').trim() : '')
  if (passphrase.length < 12)
    throw new Error(
      'Set BACKUP_PASSPHRASE, or BACKUP_PASSPHRASE_FILE to a file that has it: at least 12 characters. Keep it apart from the backup, which nobody can read without it.',
    )
  return passphrase
}
