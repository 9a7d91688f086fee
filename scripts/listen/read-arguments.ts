import { parseArgs } from 'node:util'
import { EVENT_PATTERNS } from '../../contract/events.ts'
import { DELIVERY_DAYS } from '../../contract/webhooks.ts'

export const USAGE = `Usage: filewright-listen --url <URL> [options]

Prints the events of a Filewright account as they happen and posts them to a
receiver on this machine, signed as webhooks are. The API key is read from
FILEWRIGHT_API_KEY and needs the scope webhooks:read.

Options:
  --url <URL>            Filewright server, for example https://files.example.com
  --forward <URL>        receiver, for example http://localhost:3000/hook
  --events <patterns>    types, prefixes or *, for example 'conversion.*,share.created'
  --since <duration>     events of this time first: 30s, 10m, 2h or 1d
  --interval <duration>  time between two requests to the server, 2s if left out
  --secret <whsec_…>     signing secret; FILEWRIGHT_WEBHOOK_SECRET if left out, else a new one
  --json                 prints the body of each event as a line of JSON
  --help                 prints this text

Ctrl+C ends it.
`

/** Wrong arguments. The message says which, and has no secret. */
export class UsageError extends Error {}

export interface Options {
  url: URL
  key: string
  forward: URL | null
  /** Patterns; an event that matches one of them is shown. */
  events: string[]
  /** Milliseconds before the start. */
  since: number
  /** Milliseconds between two requests. */
  interval: number
  secret: string | null
  json: boolean
}

const UNITS: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** @returns null where the usage is asked for. @throws UsageError */
export function readArguments(words: string[], env: NodeJS.ProcessEnv): Options | null {
  const values = parse(words)
  if (values.help) return null
  if (values.url === undefined) throw new UsageError('Name the server with --url.')
  const key = env.FILEWRIGHT_API_KEY ?? ''
  if (key === '') throw new UsageError('Set FILEWRIGHT_API_KEY to an API key with the scope webhooks:read.')
  if (!/^[\x21-\x7e]+$/.test(key)) throw new UsageError('FILEWRIGHT_API_KEY is not an API key.')
  const interval = values.interval === undefined ? 2000 : duration('--interval', values.interval)
  if (interval < 1000 || interval > UNITS.h!) throw new UsageError('--interval is between 1s and 1h.')
  const since = values.since === undefined ? 0 : duration('--since', values.since)
  if (since > DELIVERY_DAYS * UNITS.d!)
    throw new UsageError(`--since is at most ${DELIVERY_DAYS}d: events are kept for ${DELIVERY_DAYS} days.`)
  return {
    url: httpUrl('--url', values.url),
    key,
    forward: values.forward === undefined ? null : httpUrl('--forward', values.forward),
    events: patterns(values.events ?? '*'),
    since,
    interval,
    secret: secret(values.secret, env),
    json: values.json ?? false,
  }
}

function parse(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        url: { type: 'string' },
        forward: { type: 'string' },
        events: { type: 'string' },
        since: { type: 'string' },
        interval: { type: 'string' },
        secret: { type: 'string' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : 'The arguments cannot be read.')
  }
}

function httpUrl(option: string, text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw new UsageError(`${option} is a URL that begins with https:// or http://.`)
  if (url.username || url.password) throw new UsageError(`${option} has no user name and no password.`)
  return url
}

function duration(option: string, text: string): number {
  const [, amount, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? []
  if (amount === undefined) throw new UsageError(`${option} is a number with s, m, h or d, for example 10m.`)
  return Number(amount) * (UNITS[unit] ?? 0)
}

function patterns(text: string): string[] {
  const all = text.split(',').map((one) => one.trim())
  const unknown = all.find((one) => !EVENT_PATTERNS.includes(one))
  if (unknown !== undefined)
    throw new UsageError(`--events: there is no type "${unknown}". Known are ${EVENT_PATTERNS.join(', ')}.`)
  return all
}

/** Never names the value: it may be a secret that stands in the wrong place. */
function secret(option: string | undefined, env: NodeJS.ProcessEnv): string | null {
  const name = option === undefined ? 'FILEWRIGHT_WEBHOOK_SECRET' : '--secret'
  const given = option ?? env.FILEWRIGHT_WEBHOOK_SECRET
  if (given === undefined || (given === '' && option === undefined)) return null
  if (!/^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(given))
    throw new UsageError(`${name} is whsec_ and Base64, as the dashboard shows it once.`)
  return given
}
