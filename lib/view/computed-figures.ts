// The figures of GET /stats/executions, computed from rows of executions where the index has no statistics.
// Invariant: rows with an unknown duration or cost are left out of that figure, never counted as zero.
import { costOf, type Execution } from '@/lib/contract/executions';
import type { ExecutionGroup } from '@/lib/contract/stats';

type Run = Pick<
  Execution,
  | 'status'
  | 'duration_ms'
  | 'gas_mist'
  | 'tool_cost_mist'
  | 'priority_fee_mist'
  | 'agent_object_id'
  | 'skill_id'
>;

type Priced = Run & Record<'gas_mist' | 'tool_cost_mist' | 'priority_fee_mist', bigint>;

const isPriced = (row: Run): row is Priced => costOf(row) !== null;

/** The least duration that at least this share of them do not exceed: one that occurred (spec 10.5). */
function percentile(sorted: readonly bigint[], share: number): bigint | null {
  return sorted[Math.ceil(share * sorted.length) - 1] ?? null;
}

/** Rounded to the nearest integer. */
function mean(sum: bigint, count: number): bigint | null {
  if (count === 0) return null;
  const of = BigInt(count);
  return (2n * sum + of) / (2n * of);
}

const total = (values: readonly bigint[]) => values.reduce((sum, value) => sum + value, 0n);

/** All rows as one group. */
export function groupOfRows(rows: readonly Run[], group: string | null = null): ExecutionGroup {
  const having = (status: string) => rows.filter((row) => row.status === status).length;
  const durations = rows
    .map(({ duration_ms }) => duration_ms)
    .filter((duration) => duration !== null)
    .sort((a, b) => Number(a - b));
  const priced = rows.filter(isPriced);
  return {
    bucket_start: null,
    group,
    title: null,
    count: rows.length,
    succeeded: having('succeeded'),
    failed: having('failed'),
    aborted: having('aborted'),
    timed: durations.length,
    duration_p50_ms: percentile(durations, 0.5),
    duration_p95_ms: percentile(durations, 0.95),
    duration_max_ms: durations.at(-1) ?? null,
    duration_mean_ms: mean(total(durations), durations.length),
    priced: priced.length,
    gas_mist: total(priced.map(({ gas_mist }) => gas_mist)),
    tool_cost_mist: total(priced.map(({ tool_cost_mist }) => tool_cost_mist)),
    priority_fee_mist: total(priced.map(({ priority_fee_mist }) => priority_fee_mist)),
  };
}

const OPEN_STATES: readonly string[] = ['running', 'pending_settlement'];

/** How many rows a figure leaves out, and why. */
export function leftOut(rows: readonly Run[]) {
  const group = groupOfRows(rows);
  const unfinished = rows.filter(({ status }) => OPEN_STATES.includes(status)).length;
  return {
    unfinished,
    /** In a state that this console doesn't know. */
    otherState: group.count - group.succeeded - group.failed - group.aborted - unfinished,
    untimed: group.count - group.timed,
    unpriced: group.count - group.priced,
  };
}

/** A group per skill, `agent/skill`, the largest first; null for rows without a skill. */
export function groupsBySkill(rows: readonly Run[]): ExecutionGroup[] {
  const skillOf = ({ agent_object_id, skill_id }: Run) =>
    agent_object_id === null || skill_id === null ? null : `${agent_object_id}/${skill_id}`;
  const skills = [...new Set(rows.map(skillOf))];
  return skills
    .map((skill) =>
      groupOfRows(
        rows.filter((row) => skillOf(row) === skill),
        skill,
      ),
    )
    .sort((a, b) => b.count - a.count);
}
