import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { FAMILIES, type Family } from '../../../contract/families.ts'
import type { UsageSummary } from '../../../contract/usage.ts'
import type { Context } from '../../core/context.ts'
import {
  businessDocuments,
  conversionInputs,
  conversions,
  objects,
  userFiles,
  users,
} from '../../core/schema.ts'

const DAY = 86_400_000

interface Part extends Record<string, unknown> {
  /** Of the conversion that made the file or needs it; null where none does yet. */
  family: Family | null
  format: string | null
  made: boolean
  files: number
  bytes: number
  leaving: number
}

/**
 * What lies in the store for an owner now. A file is of the family of the conversion that made it,
 * or of the first that was given it, and stays until the last of them expires, or for as long as it
 * is one of the account's own files; one that nothing has taken up goes by its own day. What the
 * service drew for itself is not the owner's to count, nor is the picture that stands for them, nor
 * a document of a verification.
 */
export async function storageOf(
  ctx: Context,
  owner: string,
): Promise<z.input<typeof UsageSummary>['storage']> {
  const { db, clock, engines } = ctx.platform
  const tomorrow = new Date(clock().getTime() + DAY).toISOString()
  const { rows } = await db.execute<Part>(sql`
    select family, made, case when family is null then format end as format, count(*)::int as files,
      sum(size_bytes)::float8 as bytes,
      coalesce(sum(size_bytes) filter (where until < ${tomorrow}::timestamptz), 0)::float8 as leaving
    from (
      select o.size_bytes, o.format, need.family, coalesce(need.made, false) as made, case when stored.here then 'infinity' else coalesce(need.until, o.expires_at) end as until
      from ${objects} o left join lateral (
        select (array_agg(family order by made desc, created_at))[1] as family, bool_or(made) as made,
          max(coalesce(expires_at, 'infinity')) as until, bool_or(made and service) as own,
          bool_or(not service) as theirs
        from (
          select family, service, created_at, expires_at, output_key is not distinct from o.key as made
          from ${conversions} where source_key = o.key or output_key = o.key
          union all
          select c.family, c.service, c.created_at, c.expires_at, false
          from ${conversionInputs} i join ${conversions} c on c.id = i.conversion_id where i.key = o.key
        ) as needing
      ) as need on true
      left join lateral (select true as here from ${userFiles} f where f.object_key = o.key and f.deleted_at is null limit 1) as stored on true
      where o.owner_id = ${owner} and o.state = 'stored' and need.own is not true
        and not exists (select 1 from ${users} u where u.avatar_key = o.key)
        and (stored.here or need.theirs
          or not exists (select 1 from ${businessDocuments} d where d.object_key = o.key))
    ) as files
    group by 1, 2, 3`)
  const sum = (figure: 'files' | 'bytes' | 'leaving', of: (row: Part) => boolean = () => true) =>
    rows.filter(of).reduce((total, row) => total + row[figure], 0)
  const familyOf = ({ family, format }: Part): Family =>
    family ?? engines.formats().find((one) => one.format === format)?.family ?? 'document'
  return {
    bytes: sum('bytes'),
    files: sum('files'),
    families: FAMILIES.map((family) => ({
      family,
      originals_bytes: sum('bytes', (row) => !row.made && familyOf(row) === family),
      results_bytes: sum('bytes', (row) => row.made && familyOf(row) === family),
    })),
    leaving_bytes: sum('leaving'),
  }
}
