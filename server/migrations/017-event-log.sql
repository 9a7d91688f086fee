-- Of the list of events, which leaves out those of no object. With events_owner, each of its filters is one range of an index.
create index events_typed on events (owner_id, type, created_at, id) where object_id is not null;
create index events_about on events (owner_id, object_id, created_at, id) where object_id is not null;
