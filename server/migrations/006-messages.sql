-- Mail and text messages on their way to people. A row comes with whatever it is about, in one transaction, and its job with
-- it. Who was served loses the content, which may hold a code; what nothing carries is kept for a week for who may look.
create table messages (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  kind text not null check (kind in ('mail', 'sms')),
  recipient text not null,
  subject text,
  text text,
  html text,
  state text not null check (state in ('waiting', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index messages_state on messages (state, created_at);
create index messages_created on messages (created_at);
create index messages_user on messages (user_id);
