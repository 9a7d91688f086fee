import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { listStoredMessages } from '../server/adapters/stored-messages.ts'
import { readConfig } from '../server/config.ts'
import { LOG_OPTIONS } from '../server/log-options.ts'
import { openInstanceDatabase } from '../server/open-instance.ts'

const USAGE = 'npm run outbox [-- RECIPIENT] [--limit COUNT]'
const MOST = 1000

/**
 * `npm run outbox`: prints the newest messages that no mail server or text message service carries,
 * for an operator who cannot sign in to read them.
 */
async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { limit: { type: 'string', default: '10' } },
  })
  const limit = Number(values.limit)
  if (positionals.length > 1 || !Number.isInteger(limit) || limit < 1 || limit > MOST)
    throw new Error(`Usage: ${USAGE}`)
  const [to = null] = positionals
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  const log = pino({ level: config.LOG_LEVEL, ...LOG_OPTIONS }, pino.destination(2))
  const { connection, close } = await openInstanceDatabase(config, log)
  try {
    const messages = await listStoredMessages(connection, { to, limit })
    // The newest comes last, next to the prompt.
    for (const { kind, recipient, subject, text, createdAt } of messages.reverse())
      console.log(
        [
          `── ${createdAt.toISOString()} ${kind} to ${plain(recipient)}`,
          ...(subject ? [plain(subject)] : []),
          '',
          plain(text).trimEnd(),
          '',
        ].join('\n'),
      )
    if (messages.length === 0) console.log('No message waits here.')
  } finally {
    await close()
  }
}

/** Without control characters, which a terminal would obey; lines stay. */
const plain = (text: string) => text.replace(/[^\P{Cc}\n]/gu, ' ')

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
