-- What an account keeps until it says otherwise. The counters are those of the rows below, kept under the owner's lock in
-- the transaction that changes the rows, so that no crash can part them.
alter table owners add column storage_bytes bigint not null default 0 check (storage_bytes >= 0);
alter table owners add column storage_recorded bigint not null default 0 check (storage_recorded >= 0);
alter table owners add column storage_files integer not null default 0 check (storage_files >= 0);
alter table owners add column storage_quota bigint; -- null: the instance's

-- A user file record. Several may hold one object, which is kept until the last of them is gone: `held_bytes` stands in one
-- of those that are not deleted, `storage_bytes_recorded` in one of those that did not say that it is counted already.
create table user_files (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  object_key text not null references objects (key),
  file_name text not null,
  size_bytes bigint not null,
  family text not null,
  format text,
  source text not null check (source in ('upload', 'conversion')),
  conversion_id uuid references conversions on delete set null,
  already_tracked boolean not null,
  held_bytes bigint not null default 0,
  storage_bytes_recorded bigint not null default 0,
  created_at timestamptz(3) not null default now(), -- a cursor carries it, in milliseconds
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  purge_at timestamptz(3)
);
-- Every order that a list may have ends in the id, so that a page is the next entries of an index.
create index user_files_newest on user_files (owner_id, created_at, id) include (family, size_bytes) where deleted_at is null;
create index user_files_changed on user_files (owner_id, updated_at, id) where deleted_at is null;
create index user_files_name on user_files (owner_id, file_name, id) where deleted_at is null;
create index user_files_size on user_files (owner_id, size_bytes, id) where deleted_at is null;
create index user_files_deleted on user_files (owner_id, created_at, id) include (size_bytes) where deleted_at is not null;
-- A part of a name, by its groups of three letters.
create index user_files_search on user_files using gin (file_name gin_trgm_ops) where deleted_at is null;
create index user_files_purge on user_files (purge_at) where purge_at is not null;
create index user_files_object on user_files (object_key);
create index user_files_conversion on user_files (conversion_id) where conversion_id is not null;

-- An upload in pieces. Its bytes lie in the scratch folder until the last has come.
create table uploads (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  file_name text not null,
  size_bytes bigint not null check (size_bytes > 0),
  already_tracked boolean not null,
  file_id uuid references user_files on delete cascade,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index uploads_owner on uploads (owner_id);
create index uploads_expiry on uploads (expires_at);

-- A link that opens a file to whoever has it. Only the token's hash is here; what the file was called then is kept, so that
-- its owner still sees what a link was of.
create table shares (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  token_hash bytea not null unique,
  generation integer not null default 0,
  file_id uuid references user_files on delete cascade,
  conversion_id uuid references conversions on delete cascade,
  name text not null,
  message text not null default '',
  file_name text not null,
  size_bytes bigint not null,
  family text not null,
  format text,
  sha256 text not null,
  password_hash text,
  email_gate text not null default 'none' check (email_gate in ('none', 'ask', 'confirm')),
  notify boolean not null default false,
  allow_preview boolean not null default true,
  entries jsonb, -- of a ZIP: how many there are, and the first of them
  max_downloads integer check (max_downloads > 0),
  downloads integer not null default 0,
  views integer not null default 0,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_viewed_at timestamptz,
  last_downloaded_at timestamptz,
  created_at timestamptz(3) not null default now(), -- a cursor carries it, in milliseconds
  check ((file_id is null) <> (conversion_id is null)),
  check (downloads <= max_downloads)
);
create index shares_newest on shares (owner_id, created_at, id);
create index shares_file on shares (file_id) where file_id is not null;
create index shares_conversion on shares (conversion_id) where conversion_id is not null;

create table share_events (
  id uuid primary key,
  share_id uuid not null references shares on delete cascade,
  kind text not null,
  created_at timestamptz(3) not null default now(),
  address text not null,
  user_agent text not null,
  email text,
  email_confirmed boolean not null default false
);
create index share_events_newest on share_events (share_id, created_at, id);

-- A download that was granted: its address works for a while, as long as the link does. Of a link with a limit it gives so
-- many bytes and no more, so that one download cannot become two.
create table share_grants (
  token_hash bytea primary key,
  share_id uuid not null references shares on delete cascade,
  bytes_left bigint,
  expires_at timestamptz not null
);
create index share_grants_share on share_grants (share_id);
create index share_grants_expiry on share_grants (expires_at);

-- A code on its way to an address that somebody says is theirs.
create table share_codes (
  share_id uuid not null references shares on delete cascade,
  email_key text not null,
  code_mac bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  primary key (share_id, email_key)
);
create index share_codes_expiry on share_codes (expires_at);

-- What the service draws of a file for itself goes with the file, and not by a day of its own.
update conversions set expires_at = null where service and source_key is not null;

insert into rate_card (family, operation, credits) values
  ('font', 'thumbnail', 0), ('audio', 'thumbnail', 0), ('video', 'sample', 0), ('audio', 'sample', 0);
