import type { PgBoss } from 'pg-boss'
import { CONVERSION_QUEUES } from '../core/conversion/queue-channel.ts'

/** Maximum reported position. */
const LAST_POSITION = 1000
const INDEX = 'filewright_queue_order'
/** Arbitrary, but the same for every process. */
const INDEX_LOCK = 4_871_208

/**
 * Indexes waiting jobs by owner, requirements, and order per owner, as take_conversion (migration
 * 028) reads them.
 */
export async function indexQueueOrder(boss: PgBoss): Promise<void> {
  const db = boss.getDb()
  const { rows } = await db.executeSql(
    `select from pg_indexes where schemaname = 'pgboss' and indexname = $1`,
    [INDEX],
  )
  if (rows.length > 0) return
  // Serialized: of two processes that create the index at once, the second would fail.
  await db.executeSql(`do $$ begin
    perform pg_advisory_xact_lock(${INDEX_LOCK});
    create index if not exists ${INDEX} on pgboss.job_common
      (name, (coalesce(group_id, '-') collate "C"), (coalesce(data->>'needs', '-') collate "C"), priority desc, created_on)
      where state < 'active' and not blocked;
  end $$`)
}

/** An owner's conversions without background jobs. */
const OWN = (queue: string, owner: string) => `from pgboss.job
  where name = ${queue} and state < 'active' and not blocked and coalesce(group_id, '-') collate "C" = ${owner} and priority >= 0`
const NEXT_OWNER = (queue: string, after: string) => `(
  select coalesce(group_id, '-') collate "C" from pgboss.job
  where name = ${queue} and state < 'active' and not blocked and coalesce(group_id, '-') collate "C" > ${after}
  order by coalesce(group_id, '-') collate "C" limit 1)`

/**
 * Owners take turns, so before an owner's third job come up to three of each other owner: two of
 * owners whose turn is later. Other owners' waiting jobs are counted only as far as they matter.
 */
const POSITIONS = `
  with recursive asked as (
    select distinct name, coalesce(group_id, '-') collate "C" as owner from pgboss.job
    where name = any($1) and singleton_key = any($2) and state < 'active' and not blocked
  ), mine as (
    select asked.name, asked.owner, own.id, own.turn from asked cross join lateral (
      select data->>'conversionId' as id, row_number() over (order by priority desc, created_on)::int as turn
      ${OWN('asked.name', 'asked.owner')} order by priority desc, created_on limit ${LAST_POSITION}
    ) own where own.id = any($2)
  ), owners as (
    select name, max(turn) as turns, ${NEXT_OWNER('mine.name', "''")} as owner, 1 as number from mine group by name
    union all
    select name, turns, ${NEXT_OWNER('owners.name', 'owners.owner')}, number + 1 from owners
    where owner is not null and number < ${LAST_POSITION}
  ), others as (
    select name, owner, (
      select count(*)::int from (select ${OWN('owners.name', 'owners.owner')} limit owners.turns) waiting
    ) as waiting from owners where owner is not null
  ), counted as (
    select mine.id, mine.turn + coalesce(sum(least(coalesce(others.waiting, 0), mine.turn -
      case when (others.owner <= served, others.owner) > (mine.owner <= served, mine.owner) then 1 else 0 end)), 0)::int as position
    from mine
    left join lateral (select coalesce((select served from queue_turns where queue = mine.name), '') collate "C" as served) last on true
    left join others on others.name = mine.name and others.owner <> mine.owner
    group by mine.id, mine.turn
  )
  select id, position from counted where position <= ${LAST_POSITION}`

/** Positions in the order in which workers fetch jobs: 1 is the next one of its queue. */
export async function queuePositions(
  boss: PgBoss,
  conversionIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await boss.getDb().executeSql(POSITIONS, [CONVERSION_QUEUES, conversionIds])
  return new Map(rows.map(({ id, position }: { id: string; position: number }) => [id, position]))
}
