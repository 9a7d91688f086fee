import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { FAMILIES, type Family } from '../../../contract/families.ts'
import type { Health } from '../../../contract/status.ts'
import type { Context } from '../../core/context.ts'

type Answer = z.input<typeof Health>
export type Check = Answer['checks']['database']

const PATIENCE = 2000

/**
 * How the parts of the platform are, asked now; one that does not answer in two seconds is down.
 */
export async function getHealth(ctx: Context): Promise<Answer> {
  const { db, objects, jobs, settings } = ctx.platform
  const [database, storage, broker] = await Promise.all([
    probe('The database', async () => void (await db.execute(sql`select 1`))),
    probe('The file store', () => objects.probe()),
    probe('The queue', () => jobs.probe()),
  ])
  const checks = {
    database,
    cache: { ...database, detail: `${database.detail} It serves as the cache, too.` },
    storage,
    broker,
    engines: enginesCheck(ctx, FAMILIES),
  }
  return { status: worst(Object.values(checks)), version: settings.version, checks }
}

/** The worst of some checks is the whole's. */
export function worst(checks: readonly Check[]): Check['status'] {
  const all = checks.map(({ status }) => status)
  return all.includes('down') ? 'down' : all.includes('degraded') ? 'degraded' : 'ok'
}

export async function probe(what: string, ask: () => Promise<void>): Promise<Check> {
  const started = performance.now()
  const timer = new AbortController()
  const late = new Promise<never>((_, reject) => {
    const timeout = setTimeout(() => reject(new Error('late')), PATIENCE)
    timer.signal.addEventListener('abort', () => clearTimeout(timeout))
  })
  try {
    await Promise.race([ask(), late])
    return {
      status: 'ok',
      detail: `${what} answers.`,
      latency_ms: Math.round((performance.now() - started) * 10) / 10,
    }
  } catch {
    return { status: 'down', detail: `${what} does not answer.`, latency_ms: null }
  } finally {
    timer.abort()
  }
}

/** How the engines of some families are: confined, and there. */
export function enginesCheck(ctx: Context, families: readonly Family[]): Check {
  const { engines } = ctx.platform
  const sandbox = engines.sandbox()
  const missing = engines
    .states()
    .filter(({ family, installed, system }) => families.includes(family) && !installed && !system)
  if (!sandbox.network || !sandbox.filesystem)
    return { status: 'degraded', detail: sandbox.detail, latency_ms: null }
  const note = missing.length > 0 ? ` Not installed: ${missing.map(({ name }) => name).join(', ')}.` : ''
  return {
    status: 'ok',
    detail: `${sandbox.detail}.${note}${endsOfSupport(ctx, families)}`,
    latency_ms: null,
  }
}

/** Which engines in use are a version whose makers name its last day. */
function endsOfSupport({ platform: { engines, clock } }: Context, families: readonly Family[]): string {
  return engines
    .states()
    .filter(
      ({ family, installed, supportedUntil }) => families.includes(family) && installed && supportedUntil,
    )
    .map(({ name, version, supportedUntil }) => {
      const ended = (supportedUntil ?? '') < clock().toISOString().slice(0, 10)
      return ` ${name} ${version}: support ${ended ? 'ended' : 'ends'} on ${supportedUntil}.`
    })
    .join('')
}
