-- What an operation is priced by; what is there is priced by file.
alter table rate_card
  add column unit text not null default 'file' check (unit in ('file', 'page', 'minute'));
insert into rate_card (family, operation, credits, unit) values
  ('document', 'scan', 1, 'page'), ('document', 'scan_ocr', 1, 'page'), ('image', 'photo', 0, 'file');
-- How many units a conversion was priced by.
alter table conversions add column units integer not null default 1;

-- Phone scan: a desk and its phones put photos together that become a PDF.
create table scan_sessions (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  created_by uuid references users on delete set null,
  title text not null,
  -- Grows with each change, so that whoever waits knows what they have seen.
  revision integer not null default 1,
  page_order uuid[] not null default '{}',
  -- Eight characters that are typed on a phone, once.
  code_hash bytea unique,
  code_expires_at timestamptz,
  conversion_id uuid references conversions on delete set null,
  created_at timestamptz not null default now(),
  -- When a desk or a phone last asked, to the minute.
  touched_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  expired boolean not null default false
);
create index scan_sessions_owner on scan_sessions (owner_id, created_at desc, id desc);
create index scan_sessions_open on scan_sessions (touched_at) where ended_at is null;
create index scan_sessions_conversion on scan_sessions (conversion_id) where conversion_id is not null;

create table scan_phones (
  session_id uuid not null references scan_sessions on delete cascade,
  phone_id uuid not null,
  name text,
  device text not null,
  paired_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  primary key (session_id, phone_id)
);

create table scan_pages (
  session_id uuid not null references scan_sessions on delete cascade,
  -- Made by the device: only within its session is it an id.
  id uuid not null,
  preview_key text references objects (key) on delete set null,
  preview_sha256 text,
  photo_key text references objects (key) on delete set null,
  -- Of the photo as it was sent, by which a repeated upload is known.
  photo_sha256 text,
  width integer,
  height integer,
  size_bytes bigint,
  settings jsonb not null,
  version integer not null default 1,
  photo_version integer not null default 1,
  -- The desk asks for a new photo.
  is_retake_requested boolean not null default false,
  phone_id uuid,
  changed_by uuid,
  changed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (session_id, id)
);
create index scan_pages_preview on scan_pages (preview_key) where preview_key is not null;
create index scan_pages_photo on scan_pages (photo_key) where photo_key is not null;

-- A link that lets another device act for a session: draw a signature, or take photos. One mechanism for both.
create table device_links (
  token_hash bytea primary key,
  recipient_id uuid references signing_recipients on delete cascade,
  scan_session_id uuid references scan_sessions on delete cascade,
  opened_at timestamptz,
  expires_at timestamptz not null,
  check (num_nonnulls(recipient_id, scan_session_id) = 1)
);
create index device_links_recipient on device_links (recipient_id) where recipient_id is not null;
create index device_links_scan on device_links (scan_session_id) where scan_session_id is not null;
create index device_links_expires on device_links (expires_at);
-- Links to draw live for ten minutes: those of before are shown anew.
delete from signing_devices;
alter table signing_devices
  drop column token_hash,
  drop column opened_at,
  drop column expires_at;
