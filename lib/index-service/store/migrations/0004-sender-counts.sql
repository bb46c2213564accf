-- How many listed events each sender has sent, kept like log_counts: the exact total of one sender's history.
create table log_sender_counts (
  sender_address text primary key,
  entries bigint not null
);

insert into log_sender_counts (sender_address, entries)
select sender_address, count(*) from log_entries where listed and sender_address is not null group by sender_address;
