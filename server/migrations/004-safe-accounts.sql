-- Who only ever signs in through a provider has no password.
alter table users alter column password_hash drop not null;
alter table users add column pending_email text;
alter table users add column avatar_key text references objects (key) on delete set null;
alter table users add column delete_after timestamptz;
create index users_leaving on users (delete_after) where delete_after is not null;
create index users_avatar on users (avatar_key) where avatar_key is not null;

-- How a session was opened, and when its person last showed who they are.
alter table sessions add column methods text[] not null default '{password}';
alter table sessions add column confirmed_at timestamptz not null default now();

-- Second factors, one of each kind. A secret is sealed with the instance's key; a code of an app counts once, since
-- the time step of the last one that was taken is kept.
create table factors (
  user_id uuid not null references users on delete cascade,
  method text not null check (method in ('totp', 'sms', 'email')),
  secret bytea,
  phone text,
  last_step bigint,
  added_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (user_id, method)
);

-- A factor that waits for its first code.
create table factor_setups (
  user_id uuid not null references users on delete cascade,
  method text not null check (method in ('totp', 'sms', 'email')),
  secret bytea,
  phone text,
  code_mac bytea,
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (user_id, method)
);

-- Backup codes have 40 bits, so they are kept as a password is: slowly hashed, with a salt that a set shares.
create table backup_code_sets (
  user_id uuid primary key references users on delete cascade,
  salt bytea not null,
  generated_at timestamptz not null,
  expires_at timestamptz not null
);
create table backup_codes (
  user_id uuid not null references backup_code_sets on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (user_id, hash)
);

-- Somebody is asked to show who they are: in mid-sign-in (known by a token), or within a session.
create table challenges (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea unique,
  session_id uuid unique references sessions on delete cascade,
  first_method text not null,
  code_method text,
  code_mac bytea,
  code_expires_at timestamptz,
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check ((token_hash is null) <> (session_id is null))
);
create index challenges_user on challenges (user_id);
create index challenges_expiry on challenges (expires_at);

create table trusted_devices (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  token_hash bytea not null unique,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index trusted_devices_user on trusted_devices (user_id);

-- Each works once; one that comes a second time was stolen from somebody, and ends the session.
create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- Keys that sign access tokens; the private half is sealed with the instance's key.
create table signing_keys (
  kid text primary key,
  public_key jsonb not null,
  private_key bytea not null,
  created_at timestamptz not null default now()
);

create table api_keys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  prefix text not null,
  token_hash bytea not null unique,
  scopes text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_address text
);
create index api_keys_user on api_keys (user_id);

-- What happened to an account's safety. Failed sign-ins under names that nobody has are written down as well.
create table security_events (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  kind text not null,
  created_at timestamptz not null default now(),
  address text not null,
  user_agent text not null,
  detail jsonb not null default '{}'
);
create index security_events_user on security_events (user_id, created_at desc, id desc);
create index security_events_age on security_events (created_at);

-- Tokens of links that were sent by mail. One that was asked for in a name that nobody has opens nothing.
create table link_tokens (
  token_hash bytea primary key,
  user_id uuid references users on delete cascade,
  purpose text not null check (purpose in ('verify_email', 'change_email', 'reset_password')),
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index link_tokens_user on link_tokens (user_id, purpose);
create index link_tokens_expiry on link_tokens (expires_at);

-- Sign-ins at providers. What counts is who issued it and the subject, never the address.
create table identities (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  provider text not null,
  issuer text not null,
  subject text not null,
  email text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (issuer, subject)
);
create index identities_user on identities (user_id);

-- A browser that was sent to a provider and has not come back.
create table provider_flows (
  token_hash bytea primary key,
  provider text not null,
  state text not null,
  nonce text not null,
  code_verifier text not null,
  redirect_uri text not null,
  expires_at timestamptz not null
);
create index provider_flows_expiry on provider_flows (expires_at);

-- Holds what every process of an instance must agree on.
create table instance_facts (name text primary key, value bytea not null);
