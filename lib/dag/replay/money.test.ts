// The money of a run: how fee rows are read, the remaining budget at a moment, residuals, and cost by vertex.
import { describe, expect, it } from 'vitest';
import { event, fees, ledgerRow, payment, recorded } from '@/lib/dag/testing/recorded-runs';
import { documentReview } from '@/lib/dag/testing/structures';
import { flowGraph } from '@/lib/dag/flow-graph';
import { accountOf, costsByTool, costsByVertex, feeReading, ledgerSteps } from './money';
import { prepareReplay, replayAt } from './replay';

const totals = [fees(1, 10n, 0n, 1n), fees(4, 30n, 200n, 3n), fees(9, 35n, 200n, 3n)];

describe('how fee rows are read', () => {
  it('is decided by the amount the payment consumed', () => {
    expect(feeReading(totals, payment({ consumed_total: 35n }))).toBe('totals');
    expect(feeReading(totals, payment({ consumed_total: 75n }))).toBe('amounts');
  });

  it('is decided by the rows without a payment: totals never decrease', () => {
    expect(feeReading(totals, null)).toBe('totals');
    expect(feeReading([fees(1, 10n, 0n, 1n), fees(2, 3n, 0n, 0n)], null)).toBe('undecided');
  });
});

describe('the money at a moment', () => {
  const ledger = [
    ledgerRow(2, 'tool_cost_snapshotted', { cost: 200n, tool_fqn: 'com.papertrail.http.get@2' }),
    ...totals,
    ledgerRow(5, 'insufficient_settlement', { required_shortfall: 20n, walk_index: 1n }),
    ledgerRow(6, 'refilled', { refill_amount: 80n }),
  ];
  const run = recorded({ ledger, payment: payment({ consumed_total: 35n, max_budget_mist: 1_180n }) });
  const replay = prepareReplay(run);
  const at = (id: number) => replayAt(replay, replay.moments.findIndex(({ row }) => row.id === id) + 1).money;

  it('begins with the budget and ends with the remaining amount', () => {
    expect(replayAt(replay, 0).money).toMatchObject({ budget: 1_100n, raised: 0n, left: 1_100n, prices: [] });
    expect(at(4)).toMatchObject({ fees: { gas: 30n, tool: 200n, priority: 3n }, raised: 0n, left: 867n });
    expect(at(9)).toMatchObject({ raised: 80n, left: 942n });
    expect(replay.account.residuals).toEqual([]);
  });

  it('has shortfalls and refills at their steps', () => {
    expect(at(4).shortfalls).toEqual([]);
    expect(at(5).shortfalls.map(({ required_shortfall }) => required_shortfall)).toEqual([20n]);
    expect([at(5).refills.length, at(6).refills.length]).toEqual([0, 1]);
  });

  it('is one ledger with what each row added and a running total', () => {
    const steps = ledgerSteps(ledger, replay.account, replay.moments);
    expect(steps.map(({ id, gas_fee_mist, total }) => [id, gas_fee_mist, total])).toEqual([
      [1, 10n, 11n],
      [2, null, null],
      [4, 20n, 233n],
      [5, null, null],
      [6, null, null],
      [9, 5n, 238n],
    ]);
    expect(replay.account.reconciled).toBe(true);
    expect(accountOf(ledger, payment({ consumed_total: 40n, max_budget_mist: 1_180n })).reconciled).toBe(
      false,
    );
    expect(accountOf([], payment({ consumed_total: 0n })).reconciled).toBe(false);
    expect(accountOf(ledger, null).reconciled).toBe(false);
  });

  it('reports residuals if the ledger does not add up', () => {
    const { residuals, refillsAgree } = accountOf(
      ledger,
      payment({ consumed_total: 40n, max_budget_mist: 1_500n }),
    );
    expect(refillsAgree).toBe(false);
    expect(residuals).toEqual([
      { what: 'consumed', recorded: 35n, reported: 40n },
      { what: 'raised', recorded: 80n, reported: 400n },
    ]);
    const odd = prepareReplay({ ...run, payment: payment({ consumed_total: 35n, max_budget_mist: 1_500n }) });
    expect(replayAt(odd, 99).money).toMatchObject({ raised: null, left: null });
  });

  it('is unknown without a payment, and without rows for a payment that was used', () => {
    expect(replayAt(prepareReplay({ ...run, payment: null }), 99).money).toMatchObject({
      budget: null,
      left: null,
    });
    const rowless = prepareReplay({ ...run, ledger: [] });
    expect(replayAt(rowless, 0).money.fees).toBeNull();
  });

  it('is unknown, not zero, with neither payment nor rows', () => {
    const bare = prepareReplay({ ...run, payment: null, ledger: [] });
    expect(replayAt(bare, 99).money).toMatchObject({ budget: null, raised: null, fees: null, left: null });
    const unpaid = prepareReplay({ ...run, payment: null });
    expect(replayAt(unpaid, 99).money).toMatchObject({ raised: 80n, fees: { gas: 35n } });
  });

  it('is unknown without the ledger, and has no residuals then', () => {
    const unread = prepareReplay({ ...run, ledger: null });
    expect(unread.account).toMatchObject({ known: false, residuals: [] });
    expect(replayAt(unread, 99).money).toMatchObject({
      budget: 1_100n,
      raised: null,
      fees: null,
      left: null,
    });
  });
});

describe('cost by vertex', () => {
  const ledger = [
    fees(1, 10n, 0n, 1n, { tx_digest: 'start' }),
    fees(3, 14n, 0n, 1n, { tx_digest: 'lock' }),
    fees(5, 20n, 90n, 2n, { tx_digest: 'settle' }),
    fees(9, 21n, 90n, 2n, { tx_digest: 'unmatched' }),
  ];
  const events = [
    event(2, 'InvocationAuthorizationRequired', 'fetch', 0, { tx_digest: 'start' }),
    event(4, 'RequestWalkExecution', 'fetch', 0, { tx_digest: 'lock' }),
    event(6, 'WalkAdvanced', 'fetch', 0, { tx_digest: 'settle', variant: 'ok' }),
    event(7, 'InvocationAuthorizationRequired', 'split', 0, { tx_digest: 'settle' }),
  ];
  const { moments, account } = prepareReplay(recorded({ events, ledger }));
  const costs = costsByVertex(moments, account.spends, flowGraph(documentReview), [
    { tx_digest: 'a', vertex: 'fetch', amount: 90n, was_refunded: false },
    { tx_digest: 'b', vertex: 'split', amount: 40n, was_refunded: true },
  ]);

  it('allocates fees to the vertex of their transaction and leaves the rest unallocated', () => {
    expect(costs).toEqual([
      {
        vertex: 'fetch',
        tool_fqn: 'com.papertrail.http.get@2',
        gas: 10n,
        tool: 90n,
        priority: 1n,
        rows: 2,
        released: 0n,
      },
      { vertex: null, tool_fqn: null, gas: 11n, tool: 0n, priority: 1n, rows: 2, released: 0n },
      expect.objectContaining({ vertex: 'split', gas: 0n, tool: 0n, rows: 0, released: 40n }) as unknown,
    ]);
  });

  it('allocates the gas of an aborting settlement to the settled walk, not to the cancelled ones', () => {
    const aborting = prepareReplay(
      recorded({
        events: [
          event(2, 'WalkPendingAbort', 'fetch', 0, { tx_digest: 'abort' }),
          event(3, 'WalkCancelled', 'policy', 1, { tx_digest: 'abort' }),
          event(5, 'WalkCancelled', 'split', 2, { tx_digest: 'settle' }),
          event(6, 'WalkAborted', 'fetch', 0, { tx_digest: 'settle' }),
        ],
        ledger: [fees(1, 10n, 0n, 0n, { tx_digest: 'abort' }), fees(4, 15n, 0n, 0n, { tx_digest: 'settle' })],
      }),
    );
    const costs = costsByVertex(aborting.moments, aborting.account.spends, null, null);
    expect(costs.map(({ vertex, gas, released }) => [vertex, gas, released])).toEqual([
      ['fetch', 10n, null],
      ['split', 5n, null],
    ]);
  });

  it('adds up to the total, also by tool', () => {
    const sum = (list: typeof costs) =>
      list.reduce((all, { gas, tool, priority }) => all + gas + tool + priority, 0n);
    expect(sum(costs)).toBe(113n);
    expect(sum(costsByTool(costs))).toBe(113n);
    expect(costs[0]?.tool_fqn).toBe('com.papertrail.http.get@2');
  });
});
