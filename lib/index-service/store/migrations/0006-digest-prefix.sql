-- Transactions by the beginning of their digest, whatever the collation; one entry of each is enough.
create index log_entries_digest_prefix on log_entries (tx_digest text_pattern_ops) where event_index = 0;
