-- What was hidden is counted: hiding tidies a list, and changes no statistics. The list's own index is smaller again.
create index conversions_counted on conversions (owner_id, created_at)
  include (family, status, error_code) where not service;
drop index conversions_newest;
create index conversions_newest on conversions (owner_id, created_at desc, id desc) where hidden_at is null;
