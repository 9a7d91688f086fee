import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { readConfig } from '../server/config.ts'
import { LOG_OPTIONS } from '../server/log-options.ts'
import { start } from '../server/start.ts'
import { DEMO, furnish } from './demo/furnish.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string
}
const dashboard = fileURLToPath(new URL('../dist', import.meta.url))

/**
 * `npm run demo`: the server as `npm start` has it, with one account that has been in use for three
 * months.
 */
async function main() {
  // Sixty conversions would fill the screen with lines of the log; whoever wants them says so.
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const log = pino({
    level: config.LOG_LEVEL,
    ...LOG_OPTIONS,
    transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname,reqId', singleLine: true } },
  })
  if (config.ROLE !== 'both') throw new Error('The demo needs a server that also works: leave ROLE out.')
  const running = await start(config, log, { version, ...(existsSync(dashboard) && { dashboard }) })
  const url = running.url as string
  const stop = () =>
    void running.stop().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)

  const found = await furnish(running.platform, url, (line) => console.log(`  ${line}`))
  console.log(`
  The demo is ready at ${url}
    sign in      ${url}/sign-in   as ${DEMO.username}, password ${DEMO.password}
    history      ${url}/history   ${found.conversions} conversions${found.isNew ? ', made just now' : ', from an earlier run'}
    a failure    ${url}/history?status=failed
    convert      ${url}/convert
    storage      ${url}/storage
    shares       ${url}/shares
    signing      ${url}/signing
    pipelines    ${url}/pipelines
    businesses   ${url}/businesses
    The account ${found.isAdmin ? 'is the admin of this instance, being its first' : 'is an ordinary one'}. Keep this to machines that nobody else reaches.
`)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
