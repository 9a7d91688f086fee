-- Who acts and what the work belongs to are two things: a user, a visitor or a business owns; a user or an API key acts.
alter table owners drop constraint owners_kind_check;
alter table owners add constraint owners_kind_check check (kind in ('user', 'visitor', 'business'));

create table businesses (
  id uuid primary key references owners on delete cascade,
  number bigint generated always as identity unique,
  public_id text not null unique,
  name text not null,
  legal_name text not null default '',
  registration_number text not null default '',
  tax_id text not null default '',
  industry text not null default '',
  website text not null default '',
  email text not null default '',
  phone text not null default '',
  address_line1 text not null default '',
  address_line2 text not null default '',
  city text not null default '',
  state text not null default '',
  postal_code text not null default '',
  country text not null default '',
  description text not null default '',
  is_active boolean not null default true,
  status text not null default 'pending' check (status in ('pending', 'active', 'suspended', 'closed')),
  status_reason text,
  verification_status text not null default 'unverified'
    check (verification_status in ('unverified', 'submitted', 'in_review', 'verified', 'rejected')),
  verification_reason text,
  policies jsonb not null,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(), -- a cursor carries it, in milliseconds
  updated_at timestamptz(3) not null default now(),
  submitted_at timestamptz(3),
  verified_at timestamptz(3),
  closed_at timestamptz(3)
);
create index businesses_creator on businesses (created_by) where created_by is not null;

-- A member, or somebody who is invited. A row stays when its member has left, so that who made what can be told.
create table business_users (
  id uuid primary key,
  business_id uuid not null references businesses on delete cascade,
  user_id uuid references users on delete cascade,
  email text not null,
  email_key text not null, -- lower case
  role text not null check (role in ('owner', 'admin', 'manager', 'employee', 'billing', 'viewer')),
  permissions jsonb not null default '{}',
  is_primary_contact boolean not null default false,
  status text not null check (status in ('invited', 'active', 'suspended', 'removed', 'declined')),
  invited_by uuid references users on delete set null,
  invited_at timestamptz(3),
  token_hash bytea unique,
  expires_at timestamptz(3),
  joined_at timestamptz(3),
  -- From when a missing second factor counts, where the business requires one: a new member has the same days as the others.
  grace_from timestamptz(3),
  last_active_at timestamptz(3),
  reminded_at timestamptz(3),
  -- What the list is sorted by, kept with the row.
  name text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
-- A person is in a business once, and an address is invited to it once.
create unique index business_users_user on business_users (business_id, user_id) where user_id is not null;
create unique index business_users_email on business_users (business_id, email_key) where user_id is null;
create index business_users_of on business_users (user_id) where user_id is not null;

-- Who made what. Null: a visitor, an API key of a business, or somebody whose account is gone.
alter table conversions add column created_by uuid references users on delete set null;
alter table user_files add column created_by uuid references users on delete set null;
alter table uploads add column created_by uuid references users on delete set null;
alter table shares add column created_by uuid references users on delete set null;
alter table signing_sessions add column created_by uuid references users on delete set null;
alter table signing_templates add column created_by uuid references users on delete set null;
alter table pipelines add column created_by uuid references users on delete set null;
alter table pipeline_runs add column created_by uuid references users on delete set null;
alter table batches add column created_by uuid references users on delete set null;

update conversions set created_by = owner_id where owner_id in (select id from users);
update user_files set created_by = owner_id where owner_id in (select id from users);
update uploads set created_by = owner_id where owner_id in (select id from users);
update shares set created_by = owner_id where owner_id in (select id from users);
update signing_sessions set created_by = owner_id where owner_id in (select id from users);
update signing_templates set created_by = owner_id where owner_id in (select id from users);
update pipelines set created_by = owner_id where owner_id in (select id from users);
update pipeline_runs set created_by = owner_id where owner_id in (select id from users);
update batches set created_by = owner_id where owner_id in (select id from users);

-- A key acts for an owner, a person or a business; who created it may leave before it does.
alter table api_keys drop constraint api_keys_user_id_fkey;
alter table api_keys rename column user_id to owner_id;
alter table api_keys add constraint api_keys_owner_id_fkey foreign key (owner_id) references owners on delete cascade;
alter table api_keys add column created_by uuid references users on delete set null;
update api_keys set created_by = owner_id;
alter index api_keys_user rename to api_keys_owner;

-- Of one person's rows in a business, and the way back when an account goes.
create index conversions_creator on conversions (created_by, owner_id, created_at desc, id desc) where created_by is not null;
create index user_files_creator on user_files (created_by) where created_by is not null;
create index shares_creator on shares (created_by) where created_by is not null;
create index signing_sessions_creator on signing_sessions (created_by) where created_by is not null;
create index pipelines_creator on pipelines (created_by) where created_by is not null;
