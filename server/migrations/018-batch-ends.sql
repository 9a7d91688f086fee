-- Batches of which a conversion has ended and that were not told of since. Clients choose the ids, so that two owners may have the same one.
create table batch_ends (
  owner_id uuid not null references owners on delete cascade,
  batch_id uuid not null,
  ended_at timestamptz(3) not null,
  primary key (owner_id, batch_id)
);
create index batch_ends_oldest on batch_ends (ended_at);
