-- Whoever can own things: a user, or an anonymous visitor that a cookie knows. Credits are counted here, under the
-- row's lock, so that two requests at once cannot spend the same credit; the ledger below says where each one went.
create table owners (
  id uuid primary key,
  kind text not null check (kind in ('user', 'visitor')),
  credits_available integer not null default 0 check (credits_available >= 0),
  credits_held integer not null default 0 check (credits_held >= 0),
  credits_granted integer not null default 0,
  created_at timestamptz not null default now()
);

create table users (
  id uuid primary key references owners on delete cascade,
  username text not null,
  username_key text not null unique, -- lower case
  email text not null,
  email_key text not null unique, -- lower case
  email_verified boolean not null default false,
  password_hash text not null,
  first_name text not null default '',
  last_name text not null default '',
  is_admin boolean not null default false,
  language text not null default 'en',
  time_zone text not null default 'UTC',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table visitors (
  id uuid primary key references owners on delete cascade,
  token_hash bytea not null unique,
  last_seen_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- A file in the object store. The row comes before the bytes and goes after them, so that no crash can leave bytes
-- that nobody knows of: whatever stays 'arriving' or 'leaving' is swept.
create table objects (
  key text primary key,
  owner_id uuid not null references owners on delete cascade,
  state text not null check (state in ('arriving', 'stored', 'leaving')),
  filename text not null,
  format text,
  size_bytes bigint not null default 0,
  sha256 text,
  created_at timestamptz not null default now()
);
create index objects_owner on objects (owner_id);
create index objects_unsettled on objects (created_at) where state <> 'stored';

create table rate_card (
  family text not null,
  operation text not null,
  credits integer not null check (credits >= 0),
  primary key (family, operation)
);
insert into rate_card (family, operation, credits) values ('document', 'convert', 2), ('image', 'convert', 1);

create table conversions (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  family text not null,
  operation text not null,
  status text not null check (status in ('pending', 'completed', 'failed')),
  source_key text references objects (key) on delete set null,
  output_key text references objects (key) on delete set null,
  source_format text not null,
  target_format text not null,
  filename text not null,
  size_bytes bigint not null,
  options jsonb not null,
  progress real,
  stage text,
  error_code text,
  error_message text,
  output jsonb,
  credits_quoted integer not null,
  credits_charged integer,
  external_token text,
  batch_id uuid,
  attempts integer not null default 0,
  created_at timestamptz(3) not null default now(), -- a cursor carries it, in milliseconds
  started_at timestamptz,
  completed_at timestamptz,
  expires_at timestamptz
);
-- History reads one owner's rows, newest first, with or without one filter; each of these serves a page of twenty
-- without touching the rest (measured at a million rows: docs/benchmarks.md).
create index conversions_newest on conversions (owner_id, created_at desc, id desc);
create index conversions_family on conversions (owner_id, family, created_at desc, id desc);
-- With the error code, so that failed and cancelled ones are told apart, and counted, in the index alone.
create index conversions_status on conversions (owner_id, status, created_at desc, id desc) include (error_code);
-- A format is asked for as source or as target, both in one: so these two are joined, and no order can come from them.
create index conversions_source_format on conversions (owner_id, source_format);
create index conversions_target_format on conversions (owner_id, target_format);
create index conversions_filename on conversions (owner_id, filename, id);
create index conversions_size on conversions (owner_id, size_bytes, id);
-- A part of a name that occurs once in a million is found by its groups of three letters. The extension is part of
-- PostgreSQL, and trusted: whoever owns the database may create it.
create extension if not exists pg_trgm;
create index conversions_search on conversions using gin (filename gin_trgm_ops);
create index conversions_source on conversions (source_key) where source_key is not null;
create index conversions_output on conversions (output_key) where output_key is not null;
create index conversions_expiry on conversions (expires_at) where expires_at is not null;

-- Append-only. `amount` is what it does to the credits that are free to spend; their sum is the balance, always.
create table credit_entries (
  id bigint generated always as identity primary key,
  owner_id uuid not null references owners on delete cascade,
  conversion_id uuid,
  kind text not null check (kind in ('grant', 'hold', 'settle', 'release')),
  amount integer not null,
  note text not null default '',
  created_at timestamptz not null default now()
);
create index credit_entries_owner on credit_entries (owner_id, id);
-- A conversion is held for once and ends once, however often its job is run.
create unique index credit_entries_hold on credit_entries (conversion_id) where kind = 'hold';
create unique index credit_entries_end on credit_entries (conversion_id) where kind in ('settle', 'release');

create table idempotency_keys (
  scope text not null,
  key text not null,
  fingerprint text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
