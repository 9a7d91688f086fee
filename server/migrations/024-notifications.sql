-- Notifications are events of some types. What a person has read of an account's, and which groups they have muted.
create table notification_settings (
  user_id uuid not null references users on delete cascade,
  owner_id uuid not null references owners on delete cascade,
  -- Events up to this time are read; null while none is.
  read_until timestamptz(3),
  muted text[] not null default '{}',
  primary key (user_id, owner_id)
);
create index notification_settings_owner on notification_settings (owner_id);

-- Single events that were read after that time.
create table notification_reads (
  user_id uuid not null references users on delete cascade,
  event_id uuid not null references events on delete cascade,
  primary key (user_id, event_id)
);
create index notification_reads_event on notification_reads (event_id);

-- What happened before this version is read.
insert into notification_settings (user_id, owner_id, read_until) select id, id, now() from users;
insert into notification_settings (user_id, owner_id, read_until)
  select distinct user_id, business_id, now() from business_users where user_id is not null;

-- The types of contract/notifications.ts. Events of conversions and files, which are most, are not in it.
create index events_notified on events (owner_id, created_at, id) where type in (
  'batch.completed', 'pipeline.run.completed', 'pipeline.run.failed', 'scan.completed', 'signing.signed',
  'signing.declined', 'signing.completed', 'signing.expired', 'share.downloaded', 'share.expired', 'credits.low',
  'credits.exhausted', 'storage.quota.warning', 'purchase.failed', 'purchase.refunded', 'subscription.past_due',
  'subscription.cancelled', 'business.verification.changed', 'business.member.joined', 'business.member.removed'
);
