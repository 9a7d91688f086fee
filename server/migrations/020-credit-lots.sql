-- Credits lie in lots, each with the source that it came from and, where it has one, the time at which it ends. What is held
-- for something that runs is noted apart from the ledger, whose entries change the total: credits that are free to spend and
-- those that are held. So the total of an owner is the sum of their entries and of what their lots have left, always.
alter table owners drop constraint owners_credits_available_check;
alter table owners add column credits_charged integer not null default 0;
-- Spent in the month (UTC) that began at `credits_month`.
alter table owners add column credits_spent integer not null default 0;
alter table owners add column credits_month timestamptz not null default '1970-01-01Z';
-- When the first of the lots with credits left ends.
alter table owners add column lots_end_at timestamptz;
alter table owners add column spend_limit integer check (spend_limit >= 0);
update owners set credits_charged = credits_granted - credits_available - credits_held;

-- Rows of these three outlive their owner and name nobody.
create table credit_lots (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null,
  source text not null check (source in ('plan', 'pack', 'promo', 'signup', 'refund', 'adjustment')),
  reference uuid not null,
  credits integer not null check (credits > 0),
  remaining integer not null check (remaining <= credits),
  expires_at timestamptz,
  created_at timestamptz not null
);
create unique index credit_lots_reference on credit_lots (reference, owner_id, source);
create index credit_lots_order on credit_lots (owner_id, expires_at, created_at, id) where remaining <> 0;
create index credit_lots_owner on credit_lots (owner_id, created_at, id);
create index credit_lots_ended on credit_lots (expires_at) where remaining > 0 and expires_at is not null;

create table credit_holds (
  reference uuid not null,
  owner_id uuid not null,
  source text not null check (source in ('conversion', 'pipeline_run', 'scan', 'task')),
  area text not null,
  created_by uuid,
  credits integer not null check (credits > 0),
  charged integer check (charged between 0 and credits),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((charged is null) = (ended_at is null)),
  primary key (reference, owner_id)
);
create index credit_holds_open on credit_holds (owner_id) include (credits) where ended_at is null;

alter table credit_entries rename to old_credit_entries;
alter table old_credit_entries rename constraint credit_entries_pkey to old_credit_entries_pkey;
drop index credit_entries_owner, credit_entries_hold, credit_entries_end, credit_entries_spent, credit_entries_charged;

create table credit_entries (
  id bigint generated always as identity primary key,
  owner_id uuid not null,
  kind text not null check (kind in ('grant', 'charge', 'expire', 'revoke', 'adjust')),
  source text not null check (source in ('plan', 'pack', 'promo', 'signup', 'refund', 'adjustment',
    'conversion', 'pipeline_run', 'scan', 'task')),
  -- The conversion, payment, redemption or other row that caused it.
  reference uuid not null,
  -- Of a charge: the family of the conversion, or `pipeline`, `scan`, `signing`, `task`.
  area text,
  created_by uuid,
  credits integer not null check (credits <> 0),
  -- What was held for it before.
  quoted integer,
  -- The total after it.
  balance integer not null,
  -- Which lots it changed, and by how much each, in the order of use.
  lot_ids uuid[] not null,
  lot_credits integer[] not null check (cardinality(lot_credits) = cardinality(lot_ids)),
  created_at timestamptz not null
);
-- Whatever causes an entry causes one; the rest of a lot ends in parts where some of it was held.
create unique index credit_entries_reference on credit_entries (reference, owner_id, kind) where kind <> 'expire';

create temporary table moved on commit drop as
  select grants.id, grants.owner_id, 'grant' as kind,
    case when grants.note = 'for the demo' then 'adjustment' else 'signup' end as source,
    gen_random_uuid() as reference, null::text as area, null::uuid as created_by, grants.amount as credits,
    null::integer as quoted, grants.created_at
  from old_credit_entries as grants where grants.kind = 'grant' and grants.amount > 0
  union all
  select ended.id, ended.owner_id, 'charge', case c.operation when 'pipeline' then 'pipeline_run' else 'conversion' end,
    ended.conversion_id, case c.operation when 'pipeline' then 'pipeline' else coalesce(c.family, 'document') end,
    c.created_by, held.amount + ended.amount, -held.amount, ended.created_at
  from old_credit_entries as ended
    join old_credit_entries as held on held.conversion_id = ended.conversion_id and held.owner_id = ended.owner_id
      and held.kind = 'hold'
    left join conversions c on c.id = ended.conversion_id
  where ended.kind = 'settle' and held.amount + ended.amount < 0;

insert into credit_lots (owner_id, source, reference, credits, remaining, created_at)
select owner_id, 'signup', owner_id, sum(credits) filter (where kind = 'grant'), sum(credits), min(created_at)
from moved group by owner_id having sum(credits) filter (where kind = 'grant') > 0;

insert into credit_entries (owner_id, kind, source, reference, area, created_by, credits, quoted, balance, lot_ids, lot_credits,
  created_at)
select m.owner_id, m.kind, m.source, m.reference, m.area, m.created_by, m.credits, m.quoted,
  sum(m.credits) over (partition by m.owner_id order by m.id), array[l.id], array[m.credits], m.created_at
from moved m join credit_lots l on l.owner_id = m.owner_id
order by m.id;

insert into credit_holds (reference, owner_id, source, area, created_by, credits, charged, created_at, ended_at)
select held.conversion_id, held.owner_id, case c.operation when 'pipeline' then 'pipeline_run' else 'conversion' end,
  case c.operation when 'pipeline' then 'pipeline' else coalesce(c.family, 'document') end, c.created_by, -held.amount,
  -held.amount - ended.amount, held.created_at, ended.created_at
from old_credit_entries as held
  left join old_credit_entries as ended on ended.conversion_id = held.conversion_id and ended.owner_id = held.owner_id
    and ended.kind in ('settle', 'release')
  left join conversions c on c.id = held.conversion_id
where held.kind = 'hold' and held.amount < 0;

drop table old_credit_entries;

create index credit_entries_time on credit_entries (owner_id, created_at, id);
-- Pages of the ledger with a filter. Most entries are charges; what brings or takes credits otherwise is rare.
create index credit_entries_area on credit_entries (owner_id, area, created_at, id) where kind = 'charge';
create index credit_entries_person on credit_entries (owner_id, created_by, created_at, id) where kind = 'charge';
create index credit_entries_others on credit_entries (owner_id, created_at, id) where kind <> 'charge';
create index credit_entries_in on credit_entries (owner_id, created_at, id) where credits > 0;
create index credit_entries_lots on credit_entries using gin (lot_ids) where kind = 'charge' and cardinality(lot_ids) > 1;
create index credit_entries_expired on credit_entries (reference) where kind = 'expire';
create index credit_entries_lot on credit_entries (owner_id, (lot_ids[1]), created_at, id);
-- What was charged is summed by time.
create index credit_entries_charged on credit_entries (owner_id, created_at)
  include (area, created_by, credits, reference) where kind = 'charge';

create trigger credit_entries_append_only before update or delete on credit_entries
  for each row execute function refuse_ledger_change();
create trigger credit_entries_not_emptied before truncate on credit_entries
  for each statement execute function refuse_ledger_change();
