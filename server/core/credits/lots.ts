import { type SQL, sql } from 'drizzle-orm'
import { creditLots } from '../schema.ts'

/**
 * Lots of an owner with credits left, in the order in which they are used: what ends first, then
 * what is oldest.
 */
const inOrder = (ownerId: string) => sql`
  select id, remaining, coalesce(sum(remaining) over (order by expires_at nulls last, created_at, id
    rows between unbounded preceding and 1 preceding), 0) as before, row_number() over (order by expires_at nulls last,
    created_at, id) as place
  from ${creditLots} where owner_id = ${ownerId} and remaining > 0`

/**
 * The common table expressions `taken` (id, credits, place) and `lots`, which take credits from an
 * owner's lots. The caller holds the owner's row. What the lots do not have, the newest one owes:
 * its rest is below zero then.
 */
export const takeFromLots = (ownerId: string, credits: SQL | number): SQL => sql`
  wanted as (select ${credits}::integer as credits),
  ordered as (${inOrder(ownerId)}),
  taken as (
    select id, sum(credits)::integer as credits, min(place) as place from (
      select id, least(remaining, wanted.credits - before) as credits, place from ordered, wanted
      where before < wanted.credits
      union all
      select newest.id, wanted.credits - total.credits, 1000000
      from wanted, (select coalesce(sum(remaining), 0) as credits from ordered) as total,
        (select id from ${creditLots} where owner_id = ${ownerId} order by created_at desc, id desc limit 1) as newest
      where total.credits < wanted.credits
    ) as parts group by id
  ),
  lots as (
    update ${creditLots} as lot set remaining = lot.remaining - taken.credits from taken where lot.id = taken.id
  )`
