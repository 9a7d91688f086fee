import { type SQL, sql } from 'drizzle-orm'
import { creditLots } from '../schema.ts'

/** An owner's lots with remaining credits, in order of use: earliest expiry first, then oldest. */
const inOrder = (ownerId: string) => sql`
  select id, remaining, coalesce(sum(remaining) over (order by expires_at nulls last, created_at, id
    rows between unbounded preceding and 1 preceding), 0) as before, row_number() over (order by expires_at nulls last,
    created_at, id) as place
  from ${creditLots} where owner_id = ${ownerId} and remaining > 0`

/**
 * The common table expressions `taken` (id, credits, place) and `lots`, which deduct credits from
 * an owner's lots. The caller has locked the owner's row. The newest lot takes any shortfall and
 * becomes negative.
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
