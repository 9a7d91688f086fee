import type { Instance } from './instance.ts'

/** Each query counts what must not be. These hold while work goes on, too. */
export const BOOKS: Record<string, string> = {
  'balances that are not the sum of their ledger': `select count(*)::int as count from owners o where
    credits_available + credits_held <> (select coalesce(sum(credits), 0) from credit_entries e where e.owner_id = o.id)`,
  'balances that are not the sum of their lots': `select count(*)::int as count from owners o where
    credits_available + credits_held <> (select coalesce(sum(remaining), 0) from credit_lots l where l.owner_id = o.id)`,
  'lots that are not what the ledger says of them': `select count(*)::int as count from credit_lots l where remaining <>
    (select coalesce(sum(part.credits), 0) from credit_entries e, unnest(e.lot_ids, e.lot_credits) as part(lot, credits)
      where e.owner_id = l.owner_id and part.lot = l.id)`,
  'held credits that are not those of pending conversions': `select count(*)::int as count from owners o where credits_held <>
    (select coalesce(sum(credits_quoted), 0) from conversions c where c.owner_id = o.id and c.status = 'pending')`,
  'held credits that are not the sum of the open holds': `select count(*)::int as count from owners o where credits_held <>
    (select coalesce(sum(credits), 0) from credit_holds h where h.owner_id = o.id and ended_at is null)`,
  'charges that no hold was for': `select count(*)::int as count from credit_entries e where kind = 'charge' and not exists (
    select 1 from credit_holds h where h.reference = e.reference and h.owner_id = e.owner_id and h.charged = -e.credits)`,
  'storage counters that are not the sums of their rows': `select count(*)::int as count from owners o where
    row(storage_bytes, storage_recorded, storage_files)::text <> (select row(coalesce(sum(held_bytes), 0),
      coalesce(sum(storage_bytes_recorded), 0), count(*) filter (where deleted_at is null and version_of is null))::text
      from user_files f where f.owner_id = o.id)`,
}
const NEVER: Record<string, string> = {
  ...BOOKS,
  'objects that are on their way while nothing runs': `select count(*)::int as count from objects where state <> 'stored'`,
  'objects that nothing needs': `select count(*)::int as count from objects o where o.expires_at is null
    and not exists (select 1 from conversions c where (c.source_key = o.key and (not c.service or c.run_id is not null)) or c.output_key = o.key)
    and not exists (select 1 from conversion_inputs i where i.key = o.key)
    and not exists (select 1 from user_files f where f.object_key = o.key)
    and not exists (select 1 from signing_files g where g.object_key = o.key)
    and not exists (select 1 from signing_templates t where t.document_key = o.key)
    and not exists (select 1 from users u where u.avatar_key = o.key)
    and not exists (select 1 from scan_pages p where p.preview_key = o.key or p.photo_key = o.key)`,
  'pending conversions while nothing runs': `select count(*)::int as count from conversions where status = 'pending'`,
  'jobs whose conversion is not pending': `select count(*)::int as count from pgboss.job j
    where j.name in ('convert', 'convert_long') and j.state in ('created', 'retry', 'active')
    and not exists (select 1 from conversions c where c.id::text = j.data->>'conversionId' and c.status = 'pending')`,
  'messages without a job': `select count(*)::int as count from messages m where m.state = 'waiting' and not exists (
    select 1 from pgboss.job j where j.data->>'messageId' = m.id::text and j.state in ('created', 'retry', 'active'))`,
  'files of expired conversions': `select count(*)::int as count from conversions
    where expires_at < now() - interval '1 hour' and (source_key is not null or output_key is not null)`,
  'files that should have left the trash': `select count(*)::int as count from user_files where purge_at < now() - interval '1 hour'`,
  'sessions of people that have expired': `select count(*)::int as count from sessions where expires_at < now() - interval '1 hour'`,
  'open signing sessions past their deadline': `select count(*)::int as count from signing_sessions
    where state = 'open' and deadline_at < now() - interval '1 hour'`,
  'scan sessions past their end': `select count(*)::int as count from scan_sessions
    where ended_at is null and (expires_at < now() - interval '1 hour' or touched_at < now() - interval '2 hours')`,
  'photos of scan sessions that have ended': `select count(*)::int as count from scan_pages p join scan_sessions s on s.id = p.session_id
    where s.ended_at is not null and (p.photo_key is not null or p.preview_key is not null)`,
  'links of devices past their end': `select count(*)::int as count from device_links where expires_at < now() - interval '1 hour'`,
  'accounts past the end of their days of grace': `select count(*)::int as count from users where delete_after < now() - interval '1 hour'`,
  'counters of limits that have run out': `select count(*)::int as count from limits
    where expire < (extract(epoch from now()) - 3600) * 1000`,
}

/** What is wrong with an instance at rest, a sentence each. */
export async function findFaults(instance: Instance): Promise<string[]> {
  const faults: string[] = []
  for (const [what, sql] of Object.entries(NEVER)) {
    const [row] = await instance.query<{ count: number }>(sql)
    if (row?.count !== 0) faults.push(`${row?.count} ${what}`)
  }
  const rows = await instance.query<{ key: string }>(`select key from objects`)
  const known = new Set(rows.map(({ key }) => key))
  const stored = new Set(
    instance
      .files('objects')
      .filter((path) => path !== '.probe')
      .map(keyOf),
  )
  for (const key of stored) if (!known.has(key)) faults.push(`the file ${key} belongs to no object`)
  for (const key of known) if (!stored.has(key)) faults.push(`the object ${key} has no file`)
  const uploads = new Set(
    (await instance.query<{ id: string }>(`select id from uploads`)).map(({ id }) => id),
  )
  for (const path of instance.files('scratch')) {
    const [, id] = /upload-([0-9a-f-]{36})$/.exec(path) ?? []
    if (!id || !uploads.has(id)) faults.push(`scratch/${path} was left behind`)
  }
  return faults
}

/** `uploads/ab/abcdef…` on the disk, `uploads/abcdef…` as a key. */
const keyOf = (path: string) => {
  const parts = path.split('/')
  return `${parts[0]}/${parts.at(-1)}`
}
