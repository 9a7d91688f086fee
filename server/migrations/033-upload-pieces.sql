-- expand
-- Where files are in a bucket, what has arrived of an upload in pieces is objects of its own until the last has come.
create table upload_pieces (
  upload_id uuid not null references uploads on delete cascade,
  position bigint not null check (position >= 0),
  size_bytes bigint not null check (size_bytes > 0),
  object_key text not null unique references objects (key),
  primary key (upload_id, position)
);
