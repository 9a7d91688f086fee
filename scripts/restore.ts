import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { restoreBackup } from '../server/adapters/backup/restore-backup.ts'
import { BackupStore } from '../server/adapters/backup/store.ts'
import { readConfig } from '../server/config.ts'
import { LOG_OPTIONS } from '../server/log-options.ts'
import { openInstance, readPassphrase } from '../server/open-instance.ts'

const USAGE = 'npm run restore -- FOLDER [--snapshot NAME]'

/** `npm run restore`: fills an instance that has no accounts, and is stopped, with a backup. */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { snapshot: { type: 'string' } },
  })
  const [folder] = positionals
  if (!folder || positionals.length > 1) throw new Error(`Usage: ${USAGE}`)
  const passphrase = readPassphrase(process.env)
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const log = pino({ level: config.LOG_LEVEL, ...LOG_OPTIONS })
  const instance = await openInstance(config, log)
  try {
    const store = await BackupStore.open(resolve(folder), passphrase)
    const { name, manifest } = await restoreBackup({ ...instance, log }, store, values.snapshot)
    console.log(`Restored ${name}: ${manifest.objects.count} files, ${manifest.tables.length} tables.`)
    if (config.SECRET_KEY)
      return console.log('SECRET_KEY must be the one of the instance that was backed up.')
    if (manifest.secretKey === null) return console.log('Set SECRET_KEY as it was: it is not in the backup.')
    keepSecret(instance.secretFile, manifest.secretKey)
  } finally {
    await instance.close()
  }
}

/**
 * Puts the key into its place. One that an empty instance has made for itself is kept beside it.
 */
function keepSecret(file: string, key: string) {
  if (existsSync(file) && readFileSync(file, 'utf8').trim() !== key)
    renameSync(file, `${file}.before-restore`)
  writeFileSync(file, key, { mode: 0o600, flush: true })
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
