-- The sandbox that stands in for Stripe where an instance has no key: its objects as the API answers them.
create schema stripe_sandbox;

create table stripe_sandbox.settings (
  id integer primary key default 1 check (id = 1),
  api_key text not null,
  webhook_secret text not null,
  -- How far its clock is ahead of the instance's.
  ahead_seconds bigint not null default 0,
  -- How events are delivered: now, late, twice, shuffled or withheld.
  delivery text not null default 'now' check (delivery in ('now', 'late', 'twice', 'shuffled', 'withheld'))
);

create table stripe_sandbox.objects (
  id text primary key,
  kind text not null,
  number bigint generated always as identity,
  body jsonb not null,
  -- What the API does not answer: of a card, what it does when it is charged; of an invoice, what is done with it next.
  hidden jsonb not null default '{}'
);
create index objects_kind on stripe_sandbox.objects (kind, number desc);
create index objects_customer on stripe_sandbox.objects (kind, (body->>'customer'), number desc);
create index objects_lookup on stripe_sandbox.objects ((body->>'lookup_key')) where kind = 'price';
create index objects_payment on stripe_sandbox.objects (kind, (body->>'payment_intent'));
create index objects_due on stripe_sandbox.objects ((hidden->>'due')) where hidden ? 'due';

create table stripe_sandbox.deliveries (
  id bigint generated always as identity primary key,
  event_id text not null references stripe_sandbox.objects,
  due_at timestamptz not null,
  attempts integer not null default 0,
  delivered_at timestamptz,
  error text
);
create index deliveries_due on stripe_sandbox.deliveries (due_at) where delivered_at is null;
create index deliveries_event on stripe_sandbox.deliveries (event_id);

create table stripe_sandbox.idempotency_keys (
  key text primary key,
  fingerprint text not null,
  status integer,
  body jsonb,
  created_at timestamptz not null default now()
);
