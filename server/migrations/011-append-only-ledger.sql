-- The ledger only grows. Its rows outlive their owner, and a conversion that moves with a visitor to an account has a hold and
-- an end with each of the two.
alter table credit_entries drop constraint credit_entries_owner_id_fkey;
drop index credit_entries_hold;
drop index credit_entries_end;
create unique index credit_entries_hold on credit_entries (conversion_id, owner_id) where kind = 'hold';
create unique index credit_entries_end on credit_entries (conversion_id, owner_id) where kind in ('settle', 'release');

create function refuse_ledger_change() returns trigger language plpgsql as $$
begin
  raise exception 'credit_entries only grows';
end $$;
create trigger credit_entries_append_only before update or delete on credit_entries
  for each row execute function refuse_ledger_change();
create trigger credit_entries_not_emptied before truncate on credit_entries
  for each statement execute function refuse_ledger_change();
