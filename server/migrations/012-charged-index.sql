-- What was charged is summed by day, of the ledger.
create index credit_entries_charged on credit_entries (owner_id, created_at)
  include (conversion_id, amount) where kind = 'settle';
