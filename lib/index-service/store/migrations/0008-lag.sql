-- How long after their on-chain time those events were indexed, in milliseconds: the sum, and the longest.
alter table log_time_counts add column lag_ms double precision not null default 0, add column lag_max_ms bigint not null default 0;

update log_time_counts counts set lag_ms = timed.lag_ms, lag_max_ms = timed.lag_max_ms
from (
  select unit, date_trunc(unit, onchain_at, 'UTC') as start, kind, sum(lag) as lag_ms, max(lag) as lag_max_ms
  from (
    select kind, onchain_at, greatest(0, round(date_part('epoch', indexed_at - onchain_at) * 1000)) as lag
    from log_entries where listed and onchain_at is not null
  ) entries cross join unnest(array['day', 'hour', 'minute']) as units (unit) group by 1, 2, 3
) timed
where counts.unit = timed.unit and counts.start = timed.start and counts.kind = timed.kind;
