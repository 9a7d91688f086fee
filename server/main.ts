import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { readConfig } from './config.ts'
import { start } from './start.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const dashboard = fileURLToPath(new URL('../dist', import.meta.url))

/** The only reader of the environment: starts what it asks for, says what was opened, and stops gracefully. */
async function main() {
  const config = readConfig(process.env)
  const pretty = (config.LOG_FORMAT ?? (process.stdout.isTTY ? 'pretty' : 'json')) === 'pretty'
  const log = pino({
    level: config.LOG_LEVEL,
    redact: ['req.headers.cookie', 'req.headers.authorization', '*.password'],
    ...(pretty && {
      transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname,reqId', singleLine: true } },
    }),
  })
  // Heard from the first moment on: a signal in mid-start waits for the start, so that what it opened is closed again.
  const starting = start(config, log, { version, ...(existsSync(dashboard) && { dashboard }) })
  let stopping = false
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping; running conversions go back to the queue')
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
  if (running.url && !stopping)
    console.log(opened(running.url, config.DATA_DIR, config.DATABASE_URL !== undefined))
}

const opened = (url: string, data: string, ownDatabase: boolean) => `
  Filewright is ready at ${url}
    dashboard   ${url}/
    API         ${url}/api/v1/openapi.json
    database    ${ownDatabase ? 'yours (DATABASE_URL)' : `PostgreSQL, embedded, in ${resolve(data)}`}
    files       ${resolve(data)}
    mail        none is sent yet
`

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
