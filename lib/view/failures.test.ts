import { describe, expect, it } from 'vitest';
import { executionStats, failureStats, vertexStats } from '@/lib/contract/stats';
import { failingSkills, failingTools, mainCause, rateText, standsOut } from './failures';

const answer = (groups: readonly object[], left_out = 0) => ({
  from: null,
  to: null,
  bucket: 'none',
  group_by: 'none',
  undated: 0,
  left_out,
  groups: groups.map((group) => ({
    bucket_start: null,
    count: 0,
    timed: 0,
    duration_p50_ms: null,
    duration_p95_ms: null,
    duration_max_ms: null,
    priced: 0,
    gas_mist: 0,
    tool_cost_mist: 0,
    priority_fee_mist: 0,
    succeeded: 0,
    failed: 0,
    aborted: 0,
    cancelled: 0,
    executions: 0,
    causes: 0,
    aborted_execution: 0,
    failed_walk: 0,
    recovered: 0,
    ...group,
  })),
});
const calls = (groups: readonly object[], left_out?: number) => vertexStats.parse(answer(groups, left_out));
const failures = (groups: readonly object[]) => failureStats.parse(answer(groups));
const runs = (groups: readonly object[], left_out?: number) => executionStats.parse(answer(groups, left_out));

it('a rate stands out from three failures on, at more than twice the rate before', () => {
  const before = { failed: 1, ended: 10 };
  expect(standsOut({ failed: 3, ended: 10 }, before)).toBe(true);
  expect(standsOut({ failed: 2, ended: 2 }, before)).toBe(false);
  expect(standsOut({ failed: 4, ended: 20 }, before)).toBe(false);
  expect(standsOut({ failed: 3, ended: 10 }, { failed: 0, ended: 0 })).toBe(true);
  expect(standsOut({ failed: 3, ended: 10 }, null)).toBe(false);
});

it('a rate is rounded to a tenth, which is always written', () => {
  expect(rateText({ failed: 3, ended: 27 })).toBe('11.1 %');
  expect(rateText({ failed: 1, ended: 5 })).toBe('20.0 %');
  // A quotient of doubles is below 50.25 and 0.05.
  expect(rateText({ failed: 201, ended: 400 })).toBe('50.3 %');
  expect(rateText({ failed: 1003, ended: 2000 })).toBe('50.2 %');
  expect(rateText({ failed: 0, ended: 9 })).toBe('0.0 %');
  expect(rateText({ failed: 1, ended: 9000 })).toBe('<0.1 %');
  expect(rateText({ failed: 0, ended: 0 })).toBe(null);
});

describe('failing tools', () => {
  const now = calls([
    { group: 'a@1', succeeded: 1, failed: 1, cancelled: 7 },
    { group: 'b@1', succeeded: 47, failed: 14 },
    { group: 'c@1', succeeded: 34, failed: 4 },
    { group: 'd@1', succeeded: 5 },
    { group: null, failed: 5 },
  ]);
  const before = calls([
    { group: 'b@1', succeeded: 54, failed: 1 },
    { group: 'c@1', succeeded: 37, failed: 4 },
  ]);
  const why = failures([
    { group: 'b@1', subgroup: null, count: 12, causes: 8 },
    { group: 'b@1', subgroup: 'no answer', count: 2, causes: 2 },
    { group: 'c@1', subgroup: 'too long', count: 4, causes: 11 },
  ]);

  it('come with those that stand out first, then by rate; calls that did not end are in neither', () => {
    const rows = failingTools(now, before, why);
    expect(rows.map((row) => [row.key, row.now, row.standsOut])).toEqual([
      ['b@1', { failed: 14, ended: 61 }, true],
      ['a@1', { failed: 1, ended: 2 }, false],
      ['c@1', { failed: 4, ended: 38 }, false],
    ]);
    expect(rows[1]?.before).toEqual({ failed: 0, ended: 0 });
  });

  it('have the reason that most executions failed for, not the one most calls recovered from', () => {
    const [first] = failingTools(
      now,
      before,
      failures([
        { group: 'b@1', subgroup: 'retried', count: 9, recovered: 9 },
        { group: 'b@1', subgroup: 'no answer', count: 2, causes: 2 },
      ]),
    );
    expect(first?.reason).toEqual({ text: 'no answer', failed: 2, ended: 2 });
  });

  it('have the reason that was recorded most often, and as cause of failures all of them', () => {
    const [first] = failingTools(now, before, why);
    expect(first).toMatchObject({ causes: 10, reason: { text: 'no answer', failed: 2, ended: 2 } });
    expect(failingTools(now, before, undefined)[0]?.reason).toBe(null);
  });

  it('have no rate before while it is not known', () => {
    expect(failingTools(now, undefined, why).every((row) => row.before === null && !row.standsOut)).toBe(
      true,
    );
    expect(failingTools(now, calls([], 3), why).every((row) => row.before === null)).toBe(true);
  });

  it('have one that is the main cause: behind several failed executions, and standing out before others', () => {
    const mainTool = (tools: ReturnType<typeof failingTools>) => {
      const cause = mainCause({ tools, runs: [], before: [] });
      return cause?.kind === 'tool' ? cause.tool.key : null;
    };
    expect(mainTool(failingTools(now, before, why))).toBe('b@1');
    expect(mainTool(failingTools(now, undefined, why))).toBe('c@1');
    expect(mainTool(failingTools(now, before, failures([{ group: 'c@1', causes: 1 }])))).toBe(null);
  });

  it('are not the main cause where more than twice as many executions failed for one reason', () => {
    const tools = failingTools(now, before, why);
    const failed = (count: number) =>
      runs([
        { group: '0xa/1', subgroup: 'no leader', failed: count - 5 },
        { group: '0xb/1', subgroup: 'no leader', aborted: 5 },
        { group: '0xb/1', subgroup: 'no answer', failed: 9 },
      ]).groups;
    expect(mainCause({ tools, runs: failed(20), before: [] })).toMatchObject({ kind: 'tool' });
    const reason = { kind: 'reason', text: 'no leader', failed: 21 };
    expect(mainCause({ tools, runs: failed(21), before: failed(8) })).toEqual({ ...reason, before: 8 });
    expect(mainCause({ tools, runs: failed(21), before: undefined })).toEqual({ ...reason, before: null });
  });
});

it('skills are counted over all reasons of their executions', () => {
  const rows = failingSkills(
    runs([
      { group: '0xa/1', subgroup: null, title: 'Clears', succeeded: 18, aborted: 1 },
      { group: '0xa/1', subgroup: 'no answer', title: 'Clears', failed: 9, aborted: 2 },
      { group: '0xa/1', subgroup: 'no leader', title: 'Clears', failed: 1 },
      { group: '0xb/0', subgroup: null, title: 'Plans', succeeded: 9 },
      { group: null, subgroup: null, failed: 4 },
    ]),
    runs([{ group: '0xa/1', succeeded: 16, failed: 1 }]),
  );
  expect(rows).toEqual([
    {
      key: '0xa/1',
      title: 'Clears',
      now: { failed: 13, ended: 31 },
      before: { failed: 1, ended: 17 },
      standsOut: true,
      causes: 13,
      reason: { text: 'no answer', failed: 11, ended: 11 },
    },
  ]);
});
