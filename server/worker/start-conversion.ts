import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { quarantined } from '../core/quarantine.ts'
import { type ConversionRow, conversions, objects } from '../core/schema.ts'
import { sentence } from '../engines/kernel/sentence.ts'
import type { Platform } from '../platform.ts'

/** A started conversion with the data that its run needs. */
export interface Started {
  row: ConversionRow
  /** Whether the first source, or the file it was rendered from, is in quarantine. */
  quarantined: boolean
}

/**
 * Counts an attempt of a pending conversion and inserts its result's object row as `arriving`. The
 * row precedes the bytes, so that a crash leaves no orphaned bytes. A single statement, since every
 * conversion starts with it.
 * @returns null if the conversion was cancelled, deleted, or completed by an earlier run
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
