-- Saved steps. Passwords among their options are sealed apart from them, by the id of their step.
create table pipelines (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  name text not null,
  description text not null default '',
  steps jsonb not null,
  secrets bytea,
  created_at timestamptz(3) not null default now(), -- a cursor carries it, in milliseconds
  updated_at timestamptz(3) not null default now()
);
create index pipelines_changed on pipelines (owner_id, updated_at, id);
create index pipelines_newest on pipelines (owner_id, created_at, id);
create index pipelines_name on pipelines (owner_id, name, id);

-- A pipeline at work, as it was when it began: changing or deleting it changes nothing here.
create table pipeline_runs (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  pipeline_id uuid references pipelines on delete set null,
  name text not null,
  steps jsonb not null,
  secrets bytea,
  dry_run boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create index pipeline_runs_newest on pipeline_runs (owner_id, created_at, id);
create index pipeline_runs_pipeline on pipeline_runs (pipeline_id) where pipeline_id is not null;

-- A file of a run is a conversion like any other; what is done to it, step by step, are conversions of the service's own,
-- each made in the transaction that ended the one before.
alter table conversions
  add column run_id uuid references pipeline_runs on delete cascade,
  add column parent_id uuid references conversions on delete cascade,
  add column position integer, -- of a file in its run, or of a step among its file's
  add column delivery jsonb; -- where the result goes besides, and whether it got there
create index conversions_run on conversions (run_id, position) where run_id is not null and parent_id is null;
create unique index conversions_step on conversions (parent_id, position) where parent_id is not null;

-- What a file was before it was replaced: a record of its own that is in no list, and goes with the file.
alter table user_files add column version_of uuid references user_files on delete cascade;
create index user_files_versions on user_files (version_of, created_at) where version_of is not null;

insert into rate_card (family, operation, credits) values
  ('document', 'form_fields', 0), ('document', 'edit', 1);
