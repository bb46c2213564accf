// Records that name a leader, counted by day, hour and minute of on-chain time. A wallet stays a wallet here: a cap may name it later.
// Invariant: a record is counted once per unit, or is in `leader_undated` while its time is unknown.
import { executionEvents, submissionFailures } from './execution-records';
import { stakeEvents } from './leaders';
import { priorityFeeEvents } from './payments';
import { beginning } from '@/lib/index-service/store/foreign-text';
import type { Summary } from './summary';

/**
 * SQL of one row per record that names a leader: id, leader, what, amount, the beginning of the reason, the vertex of its turn and who moved the stake.
 * `where`: a condition on the tables `t`.
 */
export function leaderRecords(where: string, schema = 'public'): string {
  return `select t.id, t.leader, 'commit' as what, null::numeric as amount, null::text as reason,
        null::text as execution_id, null::text as vertex_name, null::text as staker
      from ${schema}.execution_events t where t.event_type = 'CommittedToolResult' and ${where}
    union all
    select t.id, t.failed_leader, case when t.winning_leader is null then 'missed' else 'lost' end, null, ${beginning('t.reason')},
        t.execution_id, t.vertex_name, null
      from ${schema}.submission_failures t where ${where}
    union all
    select t.id, t.winning_leader, 'won', null, null, t.execution_id, t.vertex_name, null
      from ${schema}.submission_failures t where t.winning_leader is not null and ${where}
    union all
    select t.id, t.leader_cap_id, t.kind, t.amount, null, null, null, null
      from ${schema}.priority_fee_events t
      where t.leader_cap_id is not null and t.kind in ('deposit_created', 'withdrawn') and ${where}
    union all
    select t.id, t.leader_cap_id, t.kind, t.amount, null, null, null, t.staker
      from ${schema}.stake_events t where t.kind in ('deposited', 'unstake_claimed', 'slashed') and ${where}`;
}

/** $1: ids of records with a time. */
function countRecords(schema: string): string {
  return `insert into ${schema}.leader_counts as kept (unit, start, leader, what, reason, records, amount)
    select unit, date_trunc(unit, e.onchain_at, 'UTC'), coalesce(leader, ''), what, coalesce(reason, ''), count(*), coalesce(sum(amount), 0)
    from (${leaderRecords('t.id = any($1::bigint[])', schema)}) named
    join log_entries e on e.id = named.id
    cross join unnest(array['day', 'hour', 'minute']) as units (unit)
    where e.onchain_at is not null group by 1, 2, 3, 4, 5
    on conflict (unit, start, leader, what, reason)
    do update set records = kept.records + excluded.records, amount = kept.amount + excluded.amount`;
}

const idsOf = (entries: readonly { id: bigint }[]) => entries.map(({ id }) => id);

export const leaderCounts: Summary = {
  tables: ['leader_counts', 'leader_undated'],
  of: [executionEvents, submissionFailures, priorityFeeEvents, stakeEvents],
  statements: (schema) => [
    `create table ${schema}.leader_counts (unit text not null, start timestamptz(3) not null, leader text not null, what text not null,
      reason text not null, records bigint not null, amount numeric not null, primary key (unit, start, leader, what, reason))`,
    `create table ${schema}.leader_undated (id bigint primary key)`,
  ],
  kinds: [
    'CommittedToolResultEvent',
    'SubmissionFailureEvidenceRecordedEvent',
    'PriorityFeeDepositCreatedEvent',
    'PriorityFeeWithdrawnEvent',
    'StakeDepositedEvent',
    'UnstakeClaimedEvent',
    'StakeSlashedEvent',
  ],
  async added(tx, schema, entries) {
    const undated = idsOf(entries.filter(({ onchain_at }) => onchain_at === null));
    // Asks the log, which may have learned a time since these entries were read.
    if (undated.length > 0)
      await tx.query(
        `insert into ${schema}.leader_undated select id from log_entries where id = any($1::bigint[]) and onchain_at is null`,
        [undated],
      );
    await tx.query(countRecords(schema), [idsOf(entries)]);
  },
  async timed(tx, schema, entries) {
    const datedRows = await tx.query<{ id: bigint }>(
      `delete from ${schema}.leader_undated where id = any($1::bigint[]) returning id`,
      [idsOf(entries)],
    );
    if (datedRows.length > 0) await tx.query(countRecords(schema), [idsOf(datedRows)]);
  },
};
