-- expand
-- Whose turn it is: the group of jobs that was served last in each queue of conversions. Groups are served in the order of their names.
create table queue_turns (
  queue text primary key,
  served text not null
);

-- The next job of a queue that a worker with these abilities can do: owners take turns, and each owner's jobs come in their order.
-- One that nobody waits for (a priority below 0) comes after all others. Call it under the lock of take_conversions.
create function take_conversion(from_queue text, abilities text[])
returns table (job_id uuid, job_data jsonb, job_tries int)
language plpgsql as $$
declare
  served_last text;
  owner text;
  engines text;
  wrapped boolean;
  candidate record;
  best record;
  found_any boolean;
  taken record;
  background boolean := false;
begin
  select served into served_last from queue_turns where queue = from_queue;
  served_last := coalesce(served_last, '');
  for pass in 1..2 loop
    exit when pass = 2 and not background;
    owner := served_last;
    wrapped := false;
    loop
      -- The index of queue order has a row for each job: this jumps from one owner to the next.
      select j.grp into owner from (
        select coalesce(group_id, '-') collate "C" as grp from pgboss.job
        where name = from_queue and state < 'active' and not blocked and coalesce(group_id, '-') collate "C" > owner
        order by coalesce(group_id, '-') collate "C" limit 1
      ) j;
      if owner is null or (wrapped and owner > served_last) then
        exit when wrapped;
        wrapped := true;
        owner := '';
        continue;
      end if;
      found_any := false;
      engines := '';
      loop
        select j.needs into engines from (
          select coalesce(data->>'needs', '-') collate "C" as needs from pgboss.job
          where name = from_queue and state < 'active' and not blocked and coalesce(group_id, '-') collate "C" = owner
            and coalesce(data->>'needs', '-') collate "C" > engines
          order by coalesce(data->>'needs', '-') collate "C" limit 1
        ) j;
        exit when engines is null;
        continue when engines <> '-' and not string_to_array(engines, ' + ') <@ abilities;
        select id, priority, created_on, group_id, group_tier into candidate from pgboss.job
        where name = from_queue and state < 'active' and not blocked and coalesce(group_id, '-') collate "C" = owner
          and coalesce(data->>'needs', '-') collate "C" = engines and start_after <= clock_timestamp()
        order by priority desc, created_on limit 1;
        continue when not found;
        -- A record without a value cannot be compared.
        if found_any then
          continue when (-candidate.priority, candidate.created_on) >= (-best.priority, best.created_on);
        end if;
        best := candidate;
        found_any := true;
      end loop;
      continue when not found_any;
      if (best.priority < 0) <> (pass = 2) then
        background := true;
        continue;
      end if;
      continue when best.group_tier is not null and best.group_tier::int <= (
        select count(*) from pgboss.job
        where name in ('convert', 'convert_long') and state = 'active' and group_id = best.group_id
      );
      update pgboss.job job set
        state = 'active',
        started_on = clock_timestamp(),
        heartbeat_on = clock_timestamp(),
        retry_count = case when job.started_on is null then job.retry_count else job.retry_count + 1 end
      where job.name = from_queue and job.id = best.id and job.state < 'active'
      returning job.id, job.data, job.retry_count into taken;
      -- A worker of an earlier version may have taken it meanwhile.
      continue when not found;
      insert into queue_turns values (from_queue, owner)
      on conflict (queue) do update set served = excluded.served;
      return query select taken.id, taken.data, taken.retry_count;
      return;
    end loop;
  end loop;
end $$;

-- Jobs for the free places of a worker: at most `first_long` long ones, then quick ones, then more long ones, and `total` together. One
-- worker chooses at a time, so that limits and turns are exact. The last row has no job: it says whether any job waits after that.
create function take_conversions(first_long int, quick int, more_long int, total int, abilities text[])
returns table (queue text, id uuid, data jsonb, tries int, waiting boolean)
language plpgsql as $$
declare
  lanes text[] := array_fill('convert_long'::text, array[greatest(first_long, 0)])
    || array_fill('convert'::text, array[greatest(quick, 0)])
    || array_fill('convert_long'::text, array[greatest(more_long, 0)]);
  lane text;
  empty_lane text := '';
  taken record;
  count int := 0;
begin
  perform pg_advisory_xact_lock(4871205);
  foreach lane in array lanes loop
    exit when count >= total;
    continue when lane = empty_lane;
    select * into taken from take_conversion(lane, abilities);
    if not found then
      empty_lane := lane;
      continue;
    end if;
    count := count + 1;
    return query select lane, taken.job_id, taken.job_data, taken.job_tries, true;
  end loop;
  return query select null::text, null::uuid, null::jsonb, null::int, exists (
    select from pgboss.job where name = 'convert' and state < 'active' and not blocked
  ) or exists (
    select from pgboss.job where name = 'convert_long' and state < 'active' and not blocked
  );
end $$;
