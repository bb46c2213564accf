// What a variant does to a row: other names where the specification shows none, and what a later release adds.
// Invariant: a pure function of the row, so that a row looks the same wherever it is served.
import { createHash } from 'node:crypto';
import { asSpecified, type Row } from '@/e2e/foreign-index/data-set';
import { SPECIFIED } from '@/e2e/foreign-index/specified-routes';
import type { Behaviour } from '@/e2e/foreign-index/variants';
import { snakeCase } from '@/lib/contract/tagged';

/** True for about one in `n` rows, always the same ones. */
function oneIn(n: number, id: unknown): boolean {
  return (createHash('sha1').update(String(id)).digest()[0] ?? 0) % n === 0;
}

const renamed = (names: Readonly<Record<string, string>>) => (row: Row) =>
  Object.fromEntries(Object.entries(names).map(([own, ours]) => [own, row[ours]]));

/** By template: the columns where the specification names few or none. */
const OTHER_NAMES: Readonly<Record<string, (row: Row) => Row>> = {
  '/leaders/{id}/stake-events': renamed({
    seq: 'id',
    kind: 'kind',
    staker: 'staker',
    delta: 'amount',
    delta_shares: 'shares',
    total_shares: 'total_shares',
    pool_total: 'pool_total',
    digest: 'tx_digest',
    recorded_at: 'created_at',
  }),
  '/leaders/{id}/suspension-skips': renamed({
    seq: 'id',
    presented_token: 'attempted_claim_token',
    digest: 'tx_digest',
    recorded_at: 'created_at',
  }),
  '/priority-fee-vault/events': renamed({
    seq: 'id',
    type: 'kind',
    vault: 'vault_object_id',
    leader: 'leader_cap_id',
    quantity: 'amount',
    digest: 'tx_digest',
    recorded_at: 'created_at',
  }),
  '/agents': renamed({ agent: 'agent_object_id', owner: 'creator', skills: 'skills', since: 'created_at' }),
  // Only the port contract is specified.
  '/tools/{fqn}': renamed({
    fqn: 'fqn',
    input_schema: 'input_schema',
    output_schema: 'output_variants',
  }),
};

function withOtherNames(template: string, row: Row): Row {
  const { [template]: rename } = OTHER_NAMES;
  if (rename !== undefined) return rename(row);
  if ('dag_binding' in row) return { ...row, dag_binding: { kind: 'pinned', dag: row['dag_object_id'] } };
  if (template === '/events') {
    const { payload, ...rest } = row;
    return { ...rest, decoded: payload };
  }
  if (template !== '/dags/{id}/structure') return row;
  const values = row['default_values'] as { vertex: string; port: string; value: { one?: unknown } }[];
  // The value alone, without its cardinality.
  return {
    ...row,
    default_values: values.map((value) => ({ ...value, value: value.value.one ?? value.value })),
  };
}

const STATES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  execution: { running: 'executing', aborted: 'halted' },
  task: { active: 'enabled' },
};
/** Kinds whose names the specification does not show: this index has its own, and does not know ours. */
export const OTHER_KINDS: Readonly<Record<string, string>> = {
  StakeDepositedEvent: 'LeaderStakeAddedEvent',
  UnstakeClaimedEvent: 'LeaderStakeRemovedEvent',
};
/** A kind whose payload this index encodes in a way that we cannot read. */
const OPAQUE_KIND = 'ExecutionPaymentFeesRecordedEvent';

/** What a later release makes of the fields that a record has. */
function fromLaterRelease(record: string | undefined, row: Row): Row {
  const later: Row = { ...row, shard: 3, labels: { zone: 'north' } };
  const { status, kind } = row;
  if (record === 'execution' || record === 'task')
    later['status'] = STATES[record]?.[String(status)] ?? status;
  if (record === 'leader' && oneIn(4, row['leader_cap_id'])) later['status'] = 'probation';
  if (record === 'tool' && oneIn(4, row['fqn'])) later['kind'] = 'wasm';
  if (record === 'payment' && oneIn(6, row['payment_object_id'])) later['final_state'] = 'disputed';
  if (record === 'ledger event' && kind === 'tool_cost_snapshotted') later['kind'] = 'tool_quote_locked';
  if (record === 'dag structure')
    later['edges'] = [...(row['edges'] as Row[]), { from: null, to: null, kind: 'broadcast' }];
  if (record === 'event record') {
    later['kind'] = OTHER_KINDS[String(kind)] ?? kind;
    if (kind === OPAQUE_KIND) later['payload'] = { encoded: 'AAAA' };
  }
  return later;
}

/** The values that the specification leaves to the index. */
function inItsWords({ abortFlag, eventTypes }: Behaviour, record: string | undefined, row: Row): Row {
  if (record === 'execution' && abortFlag !== undefined)
    return { ...row, was_aborted: abortFlag === 'always null' ? null : row['was_aborted'] === true };
  if (record !== 'execution event' || eventTypes === undefined) return row;
  const type = String(row['event_type']);
  return { ...row, event_type: eventTypes === 'with suffix' ? `${type}Event` : snakeCase(type) };
}

/** A row of our index as this one serves it at `template`. */
export function reshape(behaviour: Behaviour, template: string, row: Row): Row {
  const record = SPECIFIED[template]?.record;
  const specified = record === undefined ? row : asSpecified(record, row);
  // 2.17: history has the time as well, and the decoded event under a name that is not shown.
  const whole =
    template === '/events'
      ? { ...specified, onchain_at: row['onchain_at'], payload: row['payload'] }
      : specified;
  const worded = inItsWords(behaviour, record, whole);
  const later = behaviour.laterRelease === true ? fromLaterRelease(record, worded) : worded;
  return behaviour.otherNames === true ? withOtherNames(template, later) : later;
}
