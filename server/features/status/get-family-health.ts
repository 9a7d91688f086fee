import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Family } from '../../../contract/families.ts'
import type { FamilyHealth } from '../../../contract/status.ts'
import type { Context } from '../../core/context.ts'
import { enginesCheck, probe, worst } from './get-health.ts'

/** How the service is for some families: what all stand on, and their own engines. */
export async function getFamilyHealth(
  ctx: Context,
  families: readonly Family[],
): Promise<z.input<typeof FamilyHealth>> {
  const { db, objects, jobs, engines } = ctx.platform
  const [database, storage, broker] = await Promise.all([
    probe('The database', async () => void (await db.execute(sql`select 1`))),
    probe('The file store', () => objects.probe()),
    probe('The queue', () => jobs.probe()),
  ])
  const checks = { database, storage, broker, engines: enginesCheck(ctx, families) }
  return {
    status: worst(Object.values(checks)),
    checks,
    engines: Object.fromEntries(
      engines
        .states()
        .filter(({ family }) => families.includes(family))
        .map(({ name, installed, version }) => [name, { installed, version }]),
    ),
  }
}
