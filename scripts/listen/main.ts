#!/usr/bin/env node
import { randomBytes } from 'node:crypto'
import { type EventType, matchesEvent } from '../../contract/events.ts'
import { type FeedEvent, FeedRefused, followEvents } from './event-feed.ts'
import { type Forwarded, openForwarder } from './forward-events.ts'
import { type Options, readArguments, USAGE, UsageError } from './read-arguments.ts'
import { terminalText } from './terminal-text.ts'

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/

/**
 * Events go to the standard output; everything else goes there too, unless it is JSON that a
 * program reads.
 */
async function listen(options: Options): Promise<void> {
  const print = (line: string) => process.stdout.write(`${terminalText(line)}\n`)
  const say = (line: string) => process.stderr.write(`${terminalText(line)}\n`)
  const { url, forward, events } = options
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    say('The API key is sent without encryption, because --url begins with http://.')
  const forwarder =
    forward &&
    openForwarder(forward, options.secret ?? newSecret(say), options.json ? tell(say) : tell(print))
  say(
    `Listening to ${events.join(', ')} of ${url.origin}${forward ? ` for ${forward.href}` : ''}. Ctrl+C ends it.`,
  )
  const only = events.length === 1 && !events[0]?.endsWith('*') ? events[0] : undefined
  for await (const event of followEvents({ ...options, type: only, say })) {
    if (!matchesEvent(events, event.type as EventType)) continue
    print(
      options.json ? bodyLine(event) : `${event.created_at}  ${event.type}  ${event.object_id}  ${event.id}`,
    )
    await forwarder?.send(event)
  }
}

function newSecret(say: (line: string) => void): string {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  say(`Signing secret until this command ends: ${secret}`)
  return secret
}

const tell =
  (print: (line: string) => void) =>
  ({ event, status, duration, error }: Forwarded) => {
    const redirect = status !== null && status >= 300 && status < 400 ? ' (redirects are not followed)' : ''
    print(
      `→ ${status ?? 'failed'} in ${duration} ms${error ? `: ${error}` : redirect}  ${event.type}  ${event.id}`,
    )
  }

/** The body in one line, whatever white space it has. */
function bodyLine({ request_body }: FeedEvent): string {
  try {
    return JSON.stringify(JSON.parse(request_body))
  } catch {
    return JSON.stringify(request_body)
  }
}

function end(code: number, message?: string): never {
  if (message !== undefined) process.stderr.write(message)
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => end(0))
// Whoever reads has gone, as `head` does.
process.stdout.on('error', () => end(0))

try {
  const options = readArguments(process.argv.slice(2), process.env)
  if (options === null) {
    process.stdout.write(USAGE)
    end(0)
  }
  await listen(options)
} catch (error) {
  const message = terminalText(error instanceof Error ? error.message : String(error))
  if (error instanceof UsageError) end(2, `${message}\n\n${USAGE}`)
  end(1, error instanceof FeedRefused ? `${message}\n` : `Unexpected error: ${message}\n`)
}
