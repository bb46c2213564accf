-- Issued keys and what they asked for. Not part of the log: starting the log again keeps them.

-- The secret is kept as a SHA-256 hash; the full key was shown once.
create table api_keys (
  key_id text primary key,
  secret_hash text not null,
  email text,
  handle text,
  scopes text[] not null,
  requests_per_minute integer not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);

-- Who holds a contact ('email:…' or 'handle:…') until when: one live key a contact.
create table api_key_contacts (
  contact text primary key,
  key_id text not null references api_keys (key_id),
  expires_at timestamptz(3) not null
);

create index api_key_contacts_key on api_key_contacts (key_id);

-- Claims of the last hour by hashed source address.
create table claim_attempts (
  source_hash text not null,
  at timestamptz(3) not null
);

create index claim_attempts_source on claim_attempts (source_hash, at);
create index claim_attempts_at on claim_attempts (at);

-- Requests of a key by hour. A scope or route of 'none': the route has no scope, or no route matched.
create table key_usage (
  key_id text not null,
  hour timestamptz(3) not null,
  scope text not null,
  route text not null,
  status_class text not null,
  request_count bigint not null,
  duration_us bigint not null,
  primary key (key_id, hour, scope, route, status_class)
);
