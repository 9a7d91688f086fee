import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { quarantined } from '../core/quarantine.ts'
import { type ConversionRow, conversions, objects } from '../core/schema.ts'
import { sentence } from '../engines/kernel/sentence.ts'
import type { Platform } from '../platform.ts'

/** A conversion that has begun, with what its run needs to know of its files. */
export interface Started {
  row: ConversionRow
  /** Whether the first source, or what it was drawn from, is in quarantine. */
  quarantined: boolean
}

/**
 * Counts an attempt of a conversion that is still pending, and makes the row of its result's
 * object, `arriving`: the row comes before the bytes, so that a crash leaves nothing that nobody
 * knows of. One statement, since every conversion begins with it.
 * @returns null where the conversion was cancelled, removed, or finished by an earlier run
 */
export async function startConversion(
  { db, clock }: Platform,
  id: string,
  outputKey: string,
): Promise<Started | null> {
  const now = clock().toISOString()
  const started = db.$with('started').as(
    db
      .update(conversions)
      .set({
        startedAt: sql`coalesce(started_at, ${now}::timestamptz)`,
        stage: sentence`Starting`,
        attempts: sql`attempts + 1`,
      })
      .where(and(eq(conversions.id, id), eq(conversions.status, 'pending')))
      .returning({
        ...getTableColumns(conversions),
        quarantined: quarantined(conversions.sourceKey).as('quarantined'),
      }),
  )
  const arriving = db.$with('arriving', {}).as(sql`
    insert into ${objects} (key, owner_id, state, filename, created_at)
    select ${outputKey}, owner_id, 'arriving', filename, ${now}::timestamptz from started`)
  const [found] = await db.with(started, arriving).select().from(started)
  if (!found) return null
  const { quarantined: isQuarantined, ...row } = found
  return { row, quarantined: isQuarantined }
}
