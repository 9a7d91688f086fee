import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Health } from '../../../contract/status.ts'
import type { Context } from '../../core/context.ts'

type Answer = z.input<typeof Health>
type Check = Answer['checks']['database']

const PATIENCE = 2000

/** How the parts of the platform are, asked now; one that does not answer in two seconds is down. */
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
    engines: engines(ctx),
  }
  const all = Object.values(checks).map(({ status }) => status)
  const status = all.includes('down') ? 'down' : all.includes('degraded') ? 'degraded' : 'ok'
  return { status, version: settings.version, checks }
}

async function probe(what: string, ask: () => Promise<void>): Promise<Check> {
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

function engines(ctx: Context): Check {
  const sandbox = ctx.platform.engines.sandbox()
  const missing = ctx.platform.engines.states().filter((engine) => !engine.installed)
  if (!sandbox.network || !sandbox.filesystem)
    return { status: 'degraded', detail: sandbox.detail, latency_ms: null }
  const note = missing.length > 0 ? ` Not installed: ${missing.map(({ name }) => name).join(', ')}.` : ''
  return { status: 'ok', detail: `${sandbox.detail}.${note}`, latency_ms: null }
}
