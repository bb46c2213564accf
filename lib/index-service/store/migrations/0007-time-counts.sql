-- How many listed events of each kind happened in each day, hour and minute (UTC, on-chain time), kept like log_counts.
create table log_time_counts (
  unit text not null,
  start timestamptz(3) not null,
  kind text not null,
  entries bigint not null,
  primary key (unit, start, kind)
);

insert into log_time_counts (unit, start, kind, entries)
select unit, date_trunc(unit, onchain_at, 'UTC'), kind, count(*)
from log_entries cross join unnest(array['day', 'hour', 'minute']) as units (unit)
where listed and onchain_at is not null group by 1, 2, 3;
