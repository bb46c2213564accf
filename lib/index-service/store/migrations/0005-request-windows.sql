-- Requests of a key in its current minute, counted by every process that answers it.
-- Unlogged: a count costs no write to disk, and one lost in a crash of the server is a minute old at most.
create unlogged table request_windows (
  key_id text primary key,
  started_at timestamptz not null,
  used integer not null
);
