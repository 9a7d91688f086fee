-- Facts of an account, each written in the transaction of what it tells of. The body is text: every attempt sends the same bytes.
create table events (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  type text not null,
  object_id text,
  body text not null,
  created_at timestamptz(3) not null
);
create index events_owner on events (owner_id, created_at, id);
create index events_age on events (created_at);

-- An expiry comes by itself: it is told of once. Those of the past are not told of.
alter table shares add column expiry_told boolean not null default false;
update shares set expiry_told = true where expires_at <= now();
create index shares_expiring on shares (expires_at) where not expiry_told;

create table webhooks (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  created_by uuid references users on delete set null,
  url text not null,
  events text[] not null,
  description text not null default '',
  header_names text[] not null default '{}',
  headers bytea, -- sealed
  secret bytea not null, -- sealed
  previous_secret bytea, -- sealed
  previous_secret_expires_at timestamptz(3),
  is_active boolean not null default true,
  disabled_reason text check (disabled_reason in ('owner', 'gone', 'failing')),
  disabled_at timestamptz(3),
  failing_since timestamptz(3),
  warned_at timestamptz(3),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  check (is_active = (disabled_reason is null)),
  check (is_active = (disabled_at is null))
);
create index webhooks_owner on webhooks (owner_id, created_at desc, id desc);
create index webhooks_creator on webhooks (created_by) where created_by is not null;

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  event_id uuid not null references events on delete cascade,
  -- Of the event, so that the list of one webhook is filtered by one index.
  type text not null,
  object_id text,
  trigger text not null check (trigger in ('event', 'test', 'resend', 'recover')),
  status text not null check (status in ('pending', 'succeeded', 'failed', 'cancelled')),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3),
  -- Of the last attempt, for the figures.
  duration_ms integer,
  error text,
  created_at timestamptz(3) not null,
  completed_at timestamptz(3),
  check ((status = 'pending') = (next_attempt_at is not null)),
  check ((status = 'pending') = (completed_at is null))
);
create index webhook_deliveries_listed on webhook_deliveries (webhook_id, created_at desc, id desc);
create index webhook_deliveries_unsent on webhook_deliveries (webhook_id, status, created_at desc, id desc)
  where status <> 'succeeded';
create index webhook_deliveries_typed on webhook_deliveries (webhook_id, type, created_at desc, id desc);
create index webhook_deliveries_about on webhook_deliveries (webhook_id, object_id) where object_id is not null;
create index webhook_deliveries_event on webhook_deliveries (event_id, webhook_id);
create index webhook_deliveries_due on webhook_deliveries (next_attempt_at) where status = 'pending';

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  number integer not null,
  at timestamptz(3) not null,
  duration_ms integer not null,
  status_code integer,
  error text,
  request_headers jsonb not null,
  response_headers jsonb,
  response_body text,
  primary key (delivery_id, number)
);
