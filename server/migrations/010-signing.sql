-- A document on its way through those who sign it. What it becomes is said in one place (core/signing/machine.ts).
create table signing_sessions (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  state text not null default 'draft'
    check (state in ('draft', 'open', 'sealing', 'completed', 'declined', 'voided', 'expired')),
  title text not null,
  message text not null default '',
  document_key text not null references objects (key),
  file_name text not null,
  size_bytes bigint not null,
  sha256 text not null,
  pages integer not null,
  fields jsonb not null default '[]',
  show_signatures boolean not null default false,
  deadline_at timestamptz(3),
  reminders jsonb,
  seal_run uuid, -- the conversion of the service's own that makes the result
  result jsonb, -- of the sealed file: key, name, size, hash, whether its time was stamped
  problem text,
  void_reason text,
  created_at timestamptz(3) not null default now(), -- a cursor carries it, in milliseconds
  updated_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  ended_at timestamptz(3)
);
create index signing_sessions_changed on signing_sessions (owner_id, updated_at, id);
create index signing_sessions_newest on signing_sessions (owner_id, created_at, id);
create index signing_sessions_title on signing_sessions (owner_id, title, id);
create index signing_sessions_search on signing_sessions using gin (title gin_trgm_ops);
create index signing_sessions_deadline on signing_sessions (deadline_at) where state = 'open' and deadline_at is not null;
create unique index signing_sessions_run on signing_sessions (seal_run) where seal_run is not null;

-- Somebody who has a part in it. Only the hash of their link's token is here, once it was made.
create table signing_recipients (
  id uuid primary key,
  session_id uuid not null references signing_sessions on delete cascade,
  position integer not null,
  name text not null,
  email text not null,
  role text not null check (role in ('signer', 'approver', 'viewer', 'copy')),
  group_number integer not null check (group_number > 0),
  access text not null default 'link' check (access in ('link', 'code', 'email')),
  access_code_hash text,
  may_delegate boolean not null default false,
  message text not null default '',
  state text not null default 'waiting'
    check (state in ('waiting', 'invited', 'viewed', 'done', 'declined', 'delegated')),
  generation integer not null default 0,
  token_hash bytea unique,
  delegated_from uuid references signing_recipients on delete set null,
  field_values jsonb not null default '{}',
  signature jsonb, -- how it was made, and the key of its picture
  initials jsonb,
  consented_at timestamptz(3),
  invited_at timestamptz(3),
  viewed_at timestamptz(3),
  done_at timestamptz(3),
  reminded_at timestamptz(3),
  remind_at timestamptz(3), -- when it is done next by itself
  decline_reason text,
  address text,
  user_agent text,
  unique (session_id, position)
);
create index signing_recipients_name on signing_recipients using gin (name gin_trgm_ops);
create index signing_recipients_email on signing_recipients using gin (email gin_trgm_ops);
create index signing_recipients_remind on signing_recipients (remind_at) where remind_at is not null;

-- A code that was sent to a recipient's address.
create table signing_codes (
  recipient_id uuid primary key references signing_recipients on delete cascade,
  code_mac bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);

-- What a session holds in the store: its document, pictures of signatures, attachments, the result. Each goes with it.
create table signing_files (
  session_id uuid not null references signing_sessions on delete cascade,
  object_key text not null references objects (key),
  kind text not null check (kind in ('document', 'picture', 'attachment', 'result')),
  id uuid not null unique,
  recipient_id uuid references signing_recipients on delete cascade,
  field_id uuid,
  file_name text not null,
  size_bytes bigint not null,
  sha256 text not null,
  created_at timestamptz(3) not null default now(),
  primary key (session_id, object_key)
);
create index signing_files_object on signing_files (object_key);
create index signing_files_result on signing_files (sha256) where kind = 'result';

-- Everything that happened, each row with the hash of the one before. Written once: no row is changed, and none goes but
-- with its session.
create table signing_events (
  session_id uuid not null references signing_sessions on delete cascade,
  number integer not null check (number > 0),
  event text not null,
  at timestamptz(3) not null,
  who text not null,
  recipient_id uuid,
  ip text,
  device text,
  facts jsonb not null default '{}',
  previous text not null,
  hash text not null,
  primary key (session_id, number)
);
create function refuse_signing_change() returns trigger language plpgsql as $$
begin
  -- What a deleted session takes along is deleted by the trigger of a foreign key, one deeper than a statement's own.
  if tg_op = 'DELETE' and pg_trigger_depth() > 1 then return old; end if;
  raise exception 'the log of a signing session is only ever added to';
end $$;
create trigger signing_events_kept before update or delete on signing_events
  for each row execute function refuse_signing_change();
create trigger signing_events_not_emptied before truncate on signing_events
  for each statement execute function refuse_signing_change();

-- A second device that draws a signature for a recipient, for minutes.
create table signing_devices (
  recipient_id uuid primary key references signing_recipients on delete cascade,
  token_hash bytea not null unique,
  kind text not null check (kind in ('signature', 'initials')),
  opened_at timestamptz,
  picture bytea,
  expires_at timestamptz not null
);

-- Parts and fields to begin from, with the document.
create table signing_templates (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  name text not null,
  document_key text not null references objects (key),
  draft jsonb not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index signing_templates_changed on signing_templates (owner_id, updated_at, id);
create index signing_templates_newest on signing_templates (owner_id, created_at, id);
create index signing_templates_name on signing_templates (owner_id, name, id);
create index signing_templates_object on signing_templates (document_key);

insert into rate_card (family, operation, credits) values ('document', 'seal', 0);
