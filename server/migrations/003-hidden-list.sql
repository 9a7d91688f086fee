-- What a person has hidden can be looked at again; what the service runs for itself cannot.
create index conversions_hidden on conversions (owner_id, created_at desc, id desc) where hidden_at is not null and not service;
