-- Conversions that a person has hidden, and those that the service runs for itself (a look into a font): in no list, but
-- still found by their ids. Every list asks for the others, so its indexes hold the others alone.
alter table conversions add column hidden_at timestamptz;
alter table conversions add column service boolean not null default false;

drop index conversions_newest;
drop index conversions_family;
drop index conversions_status;
drop index conversions_source_format;
drop index conversions_target_format;
drop index conversions_filename;
drop index conversions_size;
create index conversions_newest on conversions (owner_id, created_at desc, id desc) where hidden_at is null;
create index conversions_family on conversions (owner_id, family, created_at desc, id desc) where hidden_at is null;
create index conversions_status on conversions (owner_id, status, created_at desc, id desc) include (error_code)
  where hidden_at is null;
create index conversions_source_format on conversions (owner_id, source_format) where hidden_at is null;
create index conversions_target_format on conversions (owner_id, target_format) where hidden_at is null;
create index conversions_filename on conversions (owner_id, filename, id) where hidden_at is null;
create index conversions_size on conversions (owner_id, size_bytes, id) where hidden_at is null;
create index conversions_cost on conversions (owner_id, (coalesce(credits_charged, 0)), id) where hidden_at is null;
create index conversions_batch on conversions (batch_id) where batch_id is not null;

-- The second and further files of a conversion that puts several together; the first stands in the conversion's own row.
create table conversion_inputs (
  conversion_id uuid not null references conversions on delete cascade,
  position integer not null check (position > 0),
  key text references objects (key) on delete set null,
  format text not null,
  primary key (conversion_id, position)
);
create index conversion_inputs_key on conversion_inputs (key) where key is not null;
alter table conversions add column file_count integer not null default 1;

-- A file that was taken in before anybody said what to do with it goes when its day is over and nothing needs it.
alter table objects add column expires_at timestamptz;
create index objects_expiry on objects (expires_at) where expires_at is not null;

-- Conversions that were collected for one archive, in their order.
create table batches (
  id uuid primary key,
  owner_id uuid not null references owners on delete cascade,
  filename text not null,
  created_at timestamptz not null default now()
);
create index batches_owner on batches (owner_id);
create table batch_items (
  batch_id uuid not null references batches on delete cascade,
  conversion_id uuid not null references conversions on delete cascade,
  position integer not null,
  primary key (batch_id, position)
);
create index batch_items_conversion on batch_items (conversion_id);

-- What one run costs. A look into a file costs nothing.
insert into rate_card (family, operation, credits) values
  ('document', 'merge', 1), ('document', 'split', 1), ('document', 'extract_pages', 1), ('document', 'delete_pages', 1),
  ('document', 'reorder_pages', 1), ('document', 'rotate_pages', 1), ('document', 'crop_pages', 1),
  ('document', 'resize_pages', 1), ('document', 'watermark', 1), ('document', 'page_numbers', 1),
  ('document', 'encrypt', 1), ('document', 'decrypt', 1), ('document', 'optimize', 1), ('document', 'flatten', 1),
  ('document', 'metadata', 1), ('document', 'repair', 1), ('document', 'extract_images', 1), ('document', 'redact', 2),
  ('document', 'ocr', 3), ('document', 'inspect', 0), ('document', 'thumbnail', 0),
  ('image', 'inspect', 0), ('image', 'thumbnail', 0),
  ('font', 'convert', 1), ('font', 'subset', 1), ('font', 'inspect', 0),
  ('video', 'convert', 4), ('video', 'waveform', 0), ('video', 'thumbnail', 0),
  ('audio', 'convert', 2), ('audio', 'waveform', 0),
  ('model', 'convert', 2), ('model', 'optimize', 2), ('model', 'inspect', 0), ('model', 'thumbnail', 0);
