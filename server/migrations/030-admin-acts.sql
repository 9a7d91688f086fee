-- expand
-- Locked by an administrator. Accounts are listed by their age and searched by names and address.
alter table users
  add column locked_at timestamptz(3),
  add column lock_reason text,
  add column search_text text not null generated always as (lower(
    username || ' ' || email || ' ' || first_name || ' ' || last_name)) stored,
  add constraint users_lock check ((locked_at is null) = (lock_reason is null));
create index users_newest on users (created_at, id);
create index users_locked on users (created_at, id) where locked_at is not null;
create index users_search on users using gin (search_text gin_trgm_ops);

-- The last sign-in of an account, without reading its other events.
create index security_events_sign_in on security_events (user_id, created_at desc) where kind = 'signed_in';

-- What administrators did. Its rows outlive accounts, so nothing refers to them.
create table admin_events (
  id uuid primary key,
  act text not null,
  created_at timestamptz(3) not null,
  actor_id uuid not null,
  actor_name text not null,
  account_id uuid,
  account_name text,
  target text,
  reason text,
  detail jsonb not null default '{}',
  address text not null
);
create index admin_events_newest on admin_events (created_at, id);
create index admin_events_act on admin_events (act, created_at, id);
create index admin_events_actor on admin_events (actor_id, created_at, id);
create index admin_events_account on admin_events (account_id, created_at, id) where account_id is not null;
create function refuse_admin_event_change() returns trigger language plpgsql as $$
begin
  raise exception 'admin_events only grows';
end $$;
create trigger admin_events_append_only before update or delete on admin_events
  for each row execute function refuse_admin_event_change();
create trigger admin_events_not_emptied before truncate on admin_events
  for each statement execute function refuse_admin_event_change();

-- Objects that nobody can open until an administrator releases them. The reference keeps their rows until then.
create table quarantines (
  id uuid primary key,
  object_key text not null unique references objects (key),
  file_name text not null,
  reason text not null,
  created_at timestamptz(3) not null
);
create index quarantines_newest on quarantines (created_at, id);

-- Conversions that wait or run, of all accounts.
create index conversions_pending on conversions (created_at, id) where status = 'pending';
