-- What may be done only so often, counted by key (rate-limiter-flexible's form: positions and names are its own). Unlogged:
-- a count that a crash of the database forgets costs nobody anything, and counting must be cheap.
create unlogged table limits (
  key text primary key,
  points integer not null default 0,
  expire bigint -- milliseconds since 1970
);
create index limits_expire on limits (expire);
