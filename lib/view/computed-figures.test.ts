import { describe, expect, it } from 'vitest';
import { groupOfRows, groupsBySkill, leftOut } from './computed-figures';
import { meanCost, successRate } from './run-statistics';

const run = (
  status: string,
  duration_ms: bigint | null,
  cost: bigint | null,
  skill_id: bigint | null = 1n,
) => ({
  status,
  duration_ms,
  gas_mist: cost,
  tool_cost_mist: 2n,
  priority_fee_mist: 1n,
  agent_object_id: '0xa',
  skill_id,
});

describe('figures computed from rows', () => {
  it('are percentiles that occurred, as percentile_disc', () => {
    const rows = [40n, 10n, 30n, 20n].map((ms) => run('succeeded', ms, 0n));
    expect(groupOfRows(rows)).toMatchObject({
      duration_p50_ms: 20n,
      duration_p95_ms: 40n,
      duration_max_ms: 40n,
      duration_mean_ms: 25n,
    });
    const twenty = Array.from({ length: 20 }, (_, at) => run('succeeded', BigInt(at + 1), 0n));
    expect(groupOfRows(twenty)).toMatchObject({ duration_p50_ms: 10n, duration_p95_ms: 19n });
  });

  it('leave out what is unknown and count it apart', () => {
    const rows = [
      run('succeeded', 10n, 7n),
      run('failed', null, 3n),
      run('aborted', 31n, null),
      run('running', null, null),
      run('halted', null, null),
    ];
    const group = groupOfRows(rows);
    expect(group).toMatchObject({ count: 5, succeeded: 1, failed: 1, aborted: 1, timed: 2, priced: 2 });
    expect([successRate(group), meanCost(group), group.duration_mean_ms]).toEqual(['33.3', 8n, 21n]);
    expect(leftOut(rows)).toEqual({ unfinished: 1, otherState: 1, untimed: 3, unpriced: 3 });
  });

  it('are unknown, not zero, where nothing is known', () => {
    const group = groupOfRows([run('running', null, null)]);
    expect(group).toMatchObject({ duration_p50_ms: null, duration_mean_ms: null, priced: 0 });
    expect([successRate(group), meanCost(group)]).toEqual([null, null]);
  });

  it('are told apart by skill, the largest first', () => {
    const groups = groupsBySkill([
      run('failed', 1n, 1n, 2n),
      run('succeeded', 1n, 1n, null),
      run('succeeded', 1n, 1n, 1n),
      run('succeeded', 1n, 1n, 2n),
    ]);
    expect(groups.map(({ group, count, succeeded }) => [group, count, succeeded])).toEqual([
      ['0xa/2', 2, 1],
      [null, 1, 1],
      ['0xa/1', 1, 1],
    ]);
  });
});
