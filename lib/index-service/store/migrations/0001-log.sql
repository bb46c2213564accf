-- The event log, and what is remembered beside it.

-- One row a recorded line. Events have a transaction; snapshots (what an index reads from a chain object) have none.
-- tx_digest, event_index and subject are the identity; a digest of content and time stands for a snapshot's.
create table log_entries (
  id bigint primary key,
  kind text not null,
  subject text,
  tx_digest text,
  event_index integer,
  sender_address text,
  content_digest text,
  onchain_at timestamptz(3),
  indexed_at timestamptz(3) not null,
  listed boolean not null,
  decodable boolean not null,
  payload text not null
);

create unique index log_entries_event on log_entries (tx_digest, event_index) where tx_digest is not null;
create unique index log_entries_snapshot on log_entries (kind, subject, content_digest) where tx_digest is null;
create index log_entries_kind on log_entries (kind, id);
create index log_entries_sender on log_entries (sender_address, id) where sender_address is not null;
create index log_entries_onchain_at on log_entries (onchain_at);

-- How many listed events there are of each kind, kept with every append: the exact total of an unfiltered history.
create table log_counts (
  kind text primary key,
  entries bigint not null
);

-- Single facts by name: log_id, projections_version.
create table facts (
  name text primary key,
  value text not null
);
