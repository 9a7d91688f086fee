-- When the parts of the service were last probed, by whichever process: one probes at a time.
create table status_probe (
  id boolean primary key default true check (id),
  probed_at timestamptz(3) not null
);

-- How the parts were: a row for each stretch of time in one state, up to its last probe. Between rows nobody probed.
create table status_spans (
  id bigint generated always as identity primary key,
  part text not null check (part in ('conversions', 'files', 'pages', 'mail', 'webhooks')),
  state text not null check (state in ('ok', 'degraded', 'down')),
  -- Why conversions are degraded, and of which families.
  cause text check (cause in ('slow', 'families')),
  families text[] not null default '{}',
  since timestamptz(3) not null,
  until timestamptz(3) not null,
  check (since <= until)
);
create index status_spans_latest on status_spans (part, until desc, id desc);
create index status_spans_until on status_spans (until);

-- Processes that run, each with a heartbeat: a row that is older than a minute is of one that ended.
create table workers (
  id uuid primary key,
  role text not null check (role in ('both', 'worker')),
  version text not null,
  engines jsonb not null,
  sandbox jsonb not null,
  since timestamptz(3) not null,
  seen_at timestamptz(3) not null
);

-- What ended lately, of all owners.
create index conversions_ended on conversions using brin (completed_at) with (pages_per_range = 32, autosummarize = on);
