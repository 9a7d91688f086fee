-- expand
-- Work that one process does for all of them, such as the sweep: who began it last, and whether that process is still at it.
create table periodic_tasks (
  name text primary key,
  process uuid not null,
  -- How often it was begun.
  runs bigint not null default 1,
  started_at timestamptz(3) not null,
  -- Renewed while it runs.
  seen_at timestamptz(3) not null,
  ended_at timestamptz(3)
);
