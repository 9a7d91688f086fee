import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { type Config, readConfig } from './config.ts'
import { LOG_OPTIONS } from './log-options.ts'
import type { Messages } from './platform.ts'
import { outboxFolder, start } from './start.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const dashboard = fileURLToPath(new URL('../dist', import.meta.url))

/** A component that does not stop must not delay the restart. */
const STOPS_WITHIN = 30_000

/**
 * The only reader of the environment: starts the configured roles, logs what was opened, and stops
 * gracefully.
 */
async function main() {
  const config = readConfig(process.env)
  const pretty = (config.LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json')) === 'pretty'
  const log = pino({
    level: config.LOG_LEVEL,
    ...LOG_OPTIONS,
    ...(pretty && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname,reqId', singleLine: true } },
    }),
  })
  // Signals are handled from the beginning: one that arrives during the start waits for it, so that
  // everything opened is closed again.
  const starting = start(config, log, { version, ...(existsSync(dashboard) && { dashboard }) })
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping; running conversions go back to the queue')
    // Exiting without cleanup loses nothing: the next start recovers unfinished work.
    setTimeout(() => {
      log.error('did not stop in time')
      process.exit(1)
    }, STOPS_WITHIN).unref()
    starting
      .then((running) => running.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'did not stop well')
          process.exit(1)
        },
      )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  const running = await starting
  if (running.url && !stopping) console.log(opened(running.url, config, running.platform.messages.carries))
}

const opened = (url: string, config: Config, carries: Messages['carries']) => {
  const data = resolve(config.DATA_DIR)
  const folder = outboxFolder(config)
  const kept = `kept${folder ? ` in ${folder}` : ''}, shown in the dashboard and by \`npm run outbox\``
  return `
  Filewright is ready at ${url}
    dashboard   ${url}/
    API         ${url}/api/v1/openapi.json
    database    ${config.DATABASE_URL ? 'yours (DATABASE_URL)' : `PostgreSQL, embedded, in ${data}`}
    files       ${config.S3_BUCKET ? `the bucket ${config.S3_BUCKET} at ${config.S3_ENDPOINT ?? 'Amazon'}` : data}
    mail        ${carries.mail ? 'by SMTP' : kept}
    texts       ${carries.sms ? `by ${new URL(config.SMS_API_URL).host}` : kept}
`
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
