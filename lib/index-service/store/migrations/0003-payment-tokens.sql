-- Payment tokens that have bought a key, as a hash of their id, kept until they would have lapsed anyway.
create table spent_payment_tokens (
  token_hash text primary key,
  expires_at timestamptz(3) not null
);
