-- What an account used is added up from the newest conversions in the index alone: two years of many in a third of the time
-- that reading their rows would take (docs/benchmarks.md).
drop index conversions_newest;
create index conversions_newest on conversions (owner_id, created_at desc, id desc)
  include (family, status, error_code, credits_charged) where hidden_at is null;

-- What was spent lately, however long the ledger is.
create index credit_entries_spent on credit_entries (owner_id, created_at) include (amount) where kind <> 'grant';
