import type pg from 'pg'

/** A word that only one name contains. */
export const RARE = 'zanzibar'

/**
 * Inserts a long history of one account inside PostgreSQL: names of a few words, mostly completed
 * conversions, an uneven mix of formats, rows spread over years, distinct IDs and times. Another
 * account has a tenth as many.
 */
export async function insertHistory(client: pg.Client, owner: string, other: string, rows: number) {
  await client.query('begin')
  // All values derive from the row number, so that each run has the same rows.
  await client.query(
    `insert into conversions (id, owner_id, family, operation, status, source_format, target_format, filename,
       size_bytes, options, error_code, error_message, output, credits_quoted, credits_charged, created_at, started_at, completed_at)
     select gen_random_uuid(), case when n % 11 = 0 then $2::uuid else $1::uuid end,
       case when is_image then 'image' else 'document' end, 'convert',
       case when n % 50000 = 7 then 'pending' when r < 0.94 then 'completed' else 'failed' end,
       source, target,
       case when n = $3 / 2 + 1 then 'ledger of ${RARE} ' else '' end
         || (array['quarterly report','invoice','minutes','harbour survey','lease','offer','holiday','portrait','floor plan','manual','notes','thesis'])[1 + (h % 12)]
         || ' ' || (array['north','south','draft','final','copy','2019','2021','2024','scan','v2'])[1 + ((h / 12) % 10)] || ' ' || n || '.' || source,
       (1000 + power(10, 3 + 4 * ((h / 128) % 1000) / 1000.0))::bigint, '{"quality": 80}',
       case when r >= 0.94 and n % 50000 <> 7 then case when r > 0.985 then 'cancelled' else 'source_damaged' end end,
       case when r >= 0.94 and n % 50000 <> 7 then 'The file is damaged. Check that it opens elsewhere.' end,
       case when r < 0.94 then jsonb_build_object('filename', 'result.' || target, 'format', target, 'size_bytes', 10000, 'sha256', md5(n::text), 'warnings', '[]'::jsonb) end,
       case when is_image then 1 else 2 end, case when r < 0.94 then case when is_image then 1 else 2 end else 0 end,
       at, at + interval '1 second', at + interval '3 seconds'
     from (
       select n, h, r, is_image, at,
         case when is_image then (array['jpg','jpg','jpg','png','png','webp','gif','tiff'])[1 + (h % 8)]
              when h % 2000 = 1 then 'textile' else (array['docx','docx','md','html','pdf','odt','txt','rtf'])[1 + (h % 8)] end as source,
         case when is_image then (array['webp','webp','png','jpg','avif'])[1 + ((h / 8) % 5)]
              else (array['pdf','pdf','pdf','docx','html','txt'])[1 + ((h / 8) % 6)] end as target
       from (
         select n, h, (h % 1000) / 1000.0 as r, (h / 1000) % 5 < 2 as is_image,
           date_trunc('milliseconds', now() - n * interval '4 minutes' - (h % 60000) * interval '1 millisecond') as at
         from (select n, (hashint8(n)::bigint & 2147483647) as h from generate_series(1, $3::int) as n) as numbers
       ) as chosen
     ) as rows`,
    [owner, other, Math.round(rows * 1.1)],
  )
  await client.query('commit')
  await client.query('vacuum analyze conversions')
}

/**
 * Inserts the credit holds and charges of those conversions. The balances don't match real lots.
 */
export async function insertLedger(client: pg.Client) {
  await client.query(`
    insert into credit_holds (reference, owner_id, source, area, credits, charged, created_at, ended_at)
    select id, owner_id, 'conversion', family, credits_quoted, credits_charged, created_at, completed_at
    from conversions where credits_quoted > 0`)
  await client.query(`
    insert into credit_entries (owner_id, kind, source, reference, area, created_by, credits, quoted, balance, lot_ids,
      lot_credits, created_at)
    select owner_id, 'charge', 'conversion', id, family, created_by, -credits_charged, credits_quoted,
      100000000 - sum(credits_charged) over (partition by owner_id order by completed_at, id), array[owner_id],
      array[-credits_charged], completed_at
    from conversions where credits_charged > 0 order by completed_at, id`)
  await client.query('vacuum analyze credit_entries')
}
