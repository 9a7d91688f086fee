-- What can be bought: plans by interval, packs and storage add-ons, from the pricing file. What is not sold any more stays for
-- those who have it. Terms are what the API answers beside the price.
create table offers (
  kind text not null check (kind in ('plan', 'pack', 'storage')),
  code text not null,
  -- `once` for packs, and for a plan that costs nothing.
  interval text not null check (interval in ('once', 'month', 'year')),
  amount integer not null check (amount >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  credits integer not null default 0 check (credits >= 0),
  terms jsonb not null,
  position integer not null,
  provider_price text,
  retired_at timestamptz,
  primary key (kind, code, interval)
);
create unique index offers_price on offers (provider_price) where provider_price is not null;

-- An owner at the payment provider. Rows of this and the next tables outlive the owner; what names a person is removed then.
create table provider_customers (
  owner_id uuid primary key,
  customer text not null unique
);

-- One payment each, from its beginning: a checkout, a renewal, or a top-up. Money is in minor units.
create table purchases (
  id uuid primary key,
  owner_id uuid not null,
  created_by uuid,
  kind text not null check (kind in ('plan', 'pack', 'storage', 'top_up')),
  item text not null,
  interval text not null check (interval in ('once', 'month', 'year')),
  name text not null,
  status text not null check (status in ('pending', 'paid', 'fulfilled', 'failed', 'cancelled', 'expired', 'refunded', 'disputed')),
  amount integer not null,
  tax integer not null default 0,
  refunded integer not null default 0,
  currency text not null,
  credits integer not null default 0,
  failure text,
  checkout_url text,
  return_to text,
  expires_at timestamptz,
  provider_session text unique,
  provider_payment text unique,
  provider_invoice text unique,
  provider_subscription text,
  receipt_url text,
  -- Of the invoice, in the order of payment and without gaps.
  invoice_number text unique,
  invoiced_at timestamptz,
  -- Whom the invoice is to: name, email, address, tax_id. Null when the account was deleted.
  billed_to jsonb,
  period_start timestamptz,
  period_end timestamptz,
  asked_at timestamptz,
  created_at timestamptz not null,
  completed_at timestamptz,
  check ((invoice_number is null) = (invoiced_at is null))
);
create index purchases_owner on purchases (owner_id, created_at desc, id desc);
create index purchases_open on purchases (created_at) where status in ('pending', 'paid');
create index purchases_time on purchases (completed_at) where completed_at is not null;

create table invoice_numbers (
  year integer primary key,
  last integer not null
);

create table refunds (
  id uuid primary key,
  purchase_id uuid not null references purchases,
  provider_id text not null unique,
  kind text not null check (kind in ('refund', 'dispute')),
  amount integer not null,
  credits_taken integer not null,
  created_at timestamptz not null
);
create index refunds_purchase on refunds (purchase_id);

create table subscriptions (
  id uuid primary key,
  owner_id uuid not null,
  kind text not null check (kind in ('plan', 'storage')),
  item text not null,
  interval text not null check (interval in ('month', 'year')),
  status text not null check (status in ('active', 'past_due', 'cancelled')),
  provider_subscription text not null unique,
  period_start timestamptz not null,
  period_end timestamptz not null,
  cancel_at_period_end boolean not null default false,
  -- What follows at the end of the period.
  next_item text,
  next_interval text check (next_interval in ('month', 'year')),
  grace_until timestamptz,
  dunning_mails integer not null default 0,
  -- When the credits of the next month of a year are given.
  credits_at timestamptz,
  card jsonb,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index subscriptions_owner on subscriptions (owner_id) where status <> 'cancelled';
-- One plan at a time.
create unique index subscriptions_plan on subscriptions (owner_id) where status <> 'cancelled' and kind = 'plan';
create index subscriptions_due on subscriptions (credits_at) where credits_at is not null;
create index subscriptions_unpaid on subscriptions (grace_until) where grace_until is not null;

-- Why people leave, without who they were.
create table cancellations (
  id uuid primary key,
  item text not null,
  interval text not null,
  reason text,
  comment text,
  created_at timestamptz not null
);

-- Further months of a plan that is paid by the year.
create table plan_months (
  id uuid primary key,
  purchase_id uuid not null references purchases,
  month integer not null,
  unique (purchase_id, month)
);

-- Events of the provider that were handled, and where the search for lost ones goes on.
create table provider_events (
  id text primary key,
  type text not null,
  created_at timestamptz not null,
  handled_at timestamptz not null
);
create index provider_events_time on provider_events (created_at);

create table promo_codes (
  id uuid primary key,
  code text not null,
  code_key text not null unique,
  -- Either credits, or a discount at the checkout.
  credits integer check (credits > 0),
  percent integer check (percent between 1 and 100),
  credits_days integer check (credits_days > 0),
  total_limit integer check (total_limit > 0),
  account_limit integer not null default 1 check (account_limit > 0),
  used integer not null default 0,
  first_purchase_only boolean not null default false,
  starts_at timestamptz,
  ends_at timestamptz,
  provider_promotion text,
  created_by uuid,
  created_at timestamptz not null,
  retired_at timestamptz,
  check ((credits is null) <> (percent is null))
);
create table promo_redemptions (
  id uuid primary key,
  promo_id uuid not null references promo_codes,
  owner_id uuid not null,
  created_by uuid,
  created_at timestamptz not null
);
create index promo_redemptions_owner on promo_redemptions (promo_id, owner_id);

create table credit_adjustments (
  id uuid primary key,
  owner_id uuid not null,
  credits integer not null check (credits <> 0),
  reason text not null,
  created_by uuid,
  created_at timestamptz not null
);

create table billing_settings (
  owner_id uuid primary key references owners on delete cascade,
  low_balance integer not null default 100 check (low_balance >= 0),
  spend_limit integer check (spend_limit > 0),
  spend_limit_refuses boolean not null default false,
  top_up boolean not null default false,
  top_up_below integer not null default 100 check (top_up_below >= 0),
  top_up_pack text,
  top_up_max integer not null default 3 check (top_up_max between 1 and 50),
  top_up_stopped text
);

-- What is compared with each charge is in the row that each charge changes anyway: free credits below which a mail is sent, credits
-- of a month from which one is, and free credits below which a pack is bought.
alter table owners add column alert_below integer not null default 100;
alter table owners add column alert_spent integer;
alter table owners add column top_up_below integer;
create index owners_top_up on owners (id) where top_up_below is not null;

-- Work that was done elsewhere. The caller's id makes a report idempotent.
create table tasks (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  created_by uuid,
  task_id text not null,
  family text not null,
  operation text not null,
  units integer not null,
  credits integer not null,
  reference text,
  metadata jsonb not null default '{}',
  created_at timestamptz not null,
  unique (owner_id, task_id)
);
create index tasks_owner on tasks (owner_id, created_at desc, id desc);

-- What the instance does for itself costs nothing.
insert into rate_card (family, operation, credits) values ('document', 'invoice', 0);
