import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { BackupStore } from '../server/adapters/backup/store.ts'
import { writeBackup } from '../server/adapters/backup/write-backup.ts'
import { readConfig } from '../server/config.ts'
import { LOG_OPTIONS } from '../server/log-options.ts'
import { openInstance, readPassphrase, readSecretKey } from '../server/open-instance.ts'

const USAGE = 'npm run backup -- FOLDER [--keep COUNT]'

/**
 * `npm run backup`: writes what the instance holds into a folder, while it works. Exits with 2
 * where stored files were damaged.
 */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { keep: { type: 'string', default: '14' } },
  })
  const [folder] = positionals
  const keep = Number(values.keep)
  if (!folder || positionals.length > 1 || !Number.isInteger(keep) || keep < 1)
    throw new Error(`Usage: ${USAGE}`)
  const passphrase = readPassphrase(process.env)
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const log = pino({ level: config.LOG_LEVEL, ...LOG_OPTIONS })
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const instance = await openInstance(config, log)
  try {
    const store = await BackupStore.open(resolve(folder), passphrase, { create: true })
    const secretKey = readSecretKey(config, instance.secretFile)
    const done = await writeBackup({ ...instance, version, secretKey, log }, store, keep)
    console.log(
      `Snapshot ${done.snapshot}: ${done.objects} files, ${done.added} of them new (${done.addedBytes} bytes).`,
    )
    if (secretKey === null) console.log('SECRET_KEY is not in it: keep it apart.')
    if (done.damaged.length === 0) return
    console.error(`${done.damaged.length} stored files are missing or damaged: ${done.damaged.join(', ')}`)
    process.exitCode = 2
  } finally {
    await instance.close()
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
