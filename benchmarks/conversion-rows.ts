import type pg from 'pg'

/** Number of accounts. A few of them have most rows. */
const OWNERS = 10_000
/** Rows per transaction, to keep the write-ahead log small. */
const PIECE = 1_000_000

/**
 * Fills `conversions` up to `rows` rows of thousands of accounts: ended conversions of ten years
 * with distinct IDs and times. Drops the indexes first and rebuilds them afterwards, which is much
 * faster.
 * @param from Rows that an earlier call has inserted.
 */
export async function insertConversions(client: pg.Client, from: number, rows: number): Promise<void> {
  await client.query(
    `insert into owners (id, kind) select md5('owner' || n)::uuid, 'user' from generate_series(0, $1::int - 1) n
     on conflict do nothing`,
    [OWNERS],
  )
  await client.query(`set maintenance_work_mem = '1500MB'`)
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = 'conversions'::regclass and not exists (select 1 from pg_constraint where conindid = i.indexrelid)`,
  )
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (let at = from; at < rows; at += PIECE)
    await client.query(
      `insert into conversions (id, owner_id, family, operation, status, source_format, target_format, filename, size_bytes, options,
         output, credits_quoted, credits_charged, created_at, started_at, completed_at)
       select (lpad(to_hex(n), 8, '0') || substr(md5(n::text), 9))::uuid, md5('owner' || owner)::uuid,
         case when n % 5 < 2 then 'image' else 'document' end, 'convert', case when n % 17 = 3 then 'failed' else 'completed' end,
         case when n % 5 < 2 then 'png' else 'docx' end, case when n % 5 < 2 then 'webp' else 'pdf' end,
         (array['quarterly report','invoice','minutes','harbour survey','lease','offer'])[1 + n % 6] || ' ' || n || case when n % 5 < 2 then '.png' else '.docx' end,
         1000 + n % 9000000, '{"quality": 80}',
         case when n % 17 <> 3 then jsonb_build_object('filename', 'result.pdf', 'format', 'pdf', 'size_bytes', 10000, 'sha256', md5(n::text), 'warnings', '[]'::jsonb) end,
         1, case when n % 17 = 3 then 0 else 1 end, at, at, at + interval '2 seconds'
       from (
         select n, floor(power((hashint8(n)::bigint & 2147483647) / 2147483648.0, 3) * $3)::int as owner,
           date_trunc('milliseconds', now() - interval '1 day' - n * interval '6.3 seconds') as at
         from generate_series($1::bigint, $2::bigint - 1) n
       ) as numbers`,
      [at, Math.min(rows, at + PIECE), OWNERS],
    )
  for (const { definition } of indexes) await client.query(definition)
  await client.query('vacuum analyze conversions')
}
