import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { startEmbeddedPostgres } from './adapters/embedded-postgres.ts'
import type { Connection } from './adapters/postgres.ts'
import type { Config } from './config.ts'
import { objectsOf } from './open-objects.ts'
import type { Log, Objects } from './platform.ts'

/** What an instance keeps, by its settings, beside the server that may be working on it. */
export interface Instance {
  connection: Connection
  objects: Objects
  /** Of the key that the instance has made itself; the operator's own is in SECRET_KEY. */
  secretFile: string
  scratch: string
  close(): Promise<void>
}

/** Opens it. An embedded database that was not running is stopped again by `close`. */
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

/** Its database alone. One that is embedded and was not running is stopped again by `close`. */
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

/** The instance's own key in base64; null where the operator keeps it. */
export const readSecretKey = (config: Config, file: string): string | null =>
  config.SECRET_KEY || !existsSync(file) ? null : readFileSync(file, 'utf8').trim()

/**
 * Of BACKUP_PASSPHRASE, or in the file that BACKUP_PASSPHRASE_FILE names. @throws where there is
 * none, or a short one
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
