-- What the review queue and the list of members are sorted by and searched in; kept with the row, and never null.
alter table businesses
  add column submitted_order timestamptz(3) not null
    generated always as (coalesce(submitted_at, '1970-01-01 00:00:00+00'::timestamptz)) stored,
  add column search_text text not null generated always as (lower(
    name || ' ' || legal_name || ' ' || registration_number || ' ' || tax_id || ' ' || email || ' ' ||
    website || ' ' || city || ' ' || public_id)) stored;
create index businesses_newest on businesses (created_at, id);
create index businesses_changed on businesses (updated_at, id);
create index businesses_name on businesses (name, id);
create index businesses_submitted on businesses (submitted_order, id);
create index businesses_verification on businesses (verification_status, submitted_order, id);
create index businesses_search on businesses using gin (search_text gin_trgm_ops);

alter table business_users
  add column active_order timestamptz(3) not null
    generated always as (coalesce(last_active_at, '1970-01-01 00:00:00+00'::timestamptz)) stored,
  add column role_order integer not null generated always as (case role
    when 'owner' then 1 when 'admin' then 2 when 'manager' then 3
    when 'employee' then 4 when 'billing' then 5 else 6 end) stored,
  add column search_text text not null generated always as (lower(name) || ' ' || email_key) stored;
create index business_users_name on business_users (business_id, name, id);
create index business_users_newest on business_users (business_id, created_at, id);
create index business_users_active on business_users (business_id, active_order, id);
create index business_users_role on business_users (business_id, role_order, id);
create index business_users_address on business_users (email_key) where status = 'invited';
create index business_users_search on business_users using gin (search_text gin_trgm_ops);

create table business_documents (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  kind text not null check (kind in ('registration_certificate', 'proof_of_address', 'owner_identity', 'tax_registration', 'other')),
  object_key text not null references objects (key),
  file_id uuid references user_files on delete set null,
  file_name text not null,
  format text,
  size_bytes bigint not null,
  sha256 text not null,
  pages integer,
  status text not null default 'ready' check (status in ('ready', 'submitted', 'accepted', 'rejected')),
  reason text,
  uploaded_by uuid references users on delete set null,
  uploaded_at timestamptz(3) not null default now(),
  reviewed_at timestamptz(3)
);
create index business_documents_of on business_documents (business_id, uploaded_at);
create index business_documents_object on business_documents (object_key);

-- Everything that changes members, roles, verification or status. Written once: no row is changed, and none goes but with its
-- business.
create table business_events (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  kind text not null,
  created_at timestamptz(3) not null default now(),
  actor_kind text not null check (actor_kind in ('member', 'api_key', 'administrator', 'system', 'invited')),
  actor_id uuid, -- no foreign key: the log outlives the account
  actor_name text not null,
  target text,
  target_id uuid,
  before jsonb not null default '{}',
  after jsonb not null default '{}',
  reason text,
  address text
);
create index business_events_newest on business_events (business_id, created_at, id);
create index business_events_kind on business_events (business_id, kind, created_at, id);
create function refuse_business_event_change() returns trigger language plpgsql as $$
begin
  -- What a deleted business takes along is deleted by the trigger of a foreign key, one deeper than a statement's own.
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  raise exception 'the audit log of a business is only ever added to';
end $$;
create trigger business_events_kept before update or delete on business_events
  for each row execute function refuse_business_event_change();
create trigger business_events_not_emptied before truncate on business_events
  for each statement execute function refuse_business_event_change();

-- A first password that somebody else chose has to be changed.
alter table users add column password_due boolean not null default false;
