'use client';
import { useQuery } from '@tanstack/react-query';
import { StepLine, type StepPoint } from '@/components/charts/step-line';
import { usePeriod } from '@/components/record/period';
import { Unloaded } from '@/components/shell/read-failure';
import { Panel } from '@/components/ui/panel';
import { Tip } from '@/components/ui/tip';
import { Amount } from '@/components/values/amount';
import { Fact, Facts } from '@/components/values/facts';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import { Term } from '@/components/values/term';
import { Time } from '@/components/values/time';
import { spansTo } from '@/lib/client/queries/run-statistics-query';
import type { Leader } from '@/lib/contract/leaders';
import { counted, formatAmount, partOf, scaleOf } from '@/lib/view/amount';
import {
  hasDeposit,
  INCOMPARABLE,
  momentOf,
  noPoolReason,
  poolChange,
  type PoolChange,
  stakeHistory,
  type StakeHistory,
  type PoolStep,
} from '@/lib/view/stake-history';
import { PERIODS } from '@/lib/view/periods';
import { rowKey } from '@/lib/view/row-key';
import { statusWords } from '@/lib/view/status';
import { stakeLedgerQuery } from './stakers';
import { firstRows } from '@/lib/view/row-order';

function markOf({ gap, checkpoint }: Pick<PoolStep, 'gap' | 'checkpoint'>): StepPoint['mark'] {
  if (gap !== null) return 'ring';
  return checkpoint ? 'dot' : null;
}

const UNTIMED = 'stake events from this index have no time';
const NO_AMOUNTS = 'some stake events have no amount';
const NOT_THAT_FAR = "the stake events don't reach back that far";

function Agrees({ total, history }: { total: bigint; history: StakeHistory }) {
  const { pool, steps } = history;
  if (pool === null) return <span className="text-3">unknown: {noPoolReason(steps)}</span>;
  return (
    <span className="text-warn">
      differs by <Amount value={total - pool} unit="us" />
    </span>
  );
}

function Figures({ change, history }: { change: PoolChange; history: StakeHistory }) {
  const unsummed = change.untimed ? UNTIMED : NO_AMOUNTS;
  const earlier = history.steps.filter((step) => !change.steps.includes(step));
  const unknownStart = hasDeposit(earlier) ? noPoolReason(earlier) : NOT_THAT_FAR;
  return (
    <>
      <Fact label="Pool at start">
        <Amount value={change.from} unit="us" rounded reason={change.untimed ? UNTIMED : unknownStart} />
      </Fact>
      <Fact label="Deposited">
        <Amount value={change.deposited} unit="us" rounded reason={unsummed} />
      </Fact>
      <Fact label="Claimed">
        <Amount value={change.claimed} unit="us" rounded reason={unsummed} />
      </Fact>
      <Fact label="Slashed">
        <Amount value={change.slashed} unit="us" rounded reason={unsummed} />
      </Fact>
      {(change.untimed || change.gaps > 0 || change.unchecked > 0) && (
        <Fact label="Unexplained">
          {change.gaps === 0 ? (
            <Maybe value={null} reason={change.untimed ? UNTIMED : INCOMPARABLE} />
          ) : (
            <span className="text-warn">
              <Amount value={change.unexplained} unit="us" /> in {counted(change.gaps, 'place')}
            </span>
          )}
        </Fact>
      )}
      <Fact label="Pool now">
        <Amount value={change.to} unit="us" rounded reason={noPoolReason(history.steps)} />
      </Fact>
    </>
  );
}

/** Gaps in the record: before its first deposit, and where a deposit's total doesn't add up. */
function Gaps({ history }: { history: StakeHistory }) {
  const { before, gaps, startsEmpty, deposits, unchecked } = history;
  if (deposits === 0) return <p className="text-2">No deposits to check for gaps</p>;
  const doubts = [
    unchecked > 0 && `${counted(unchecked, 'deposit')} of ${deposits} without the amounts to compare`,
    before === null && !startsEmpty && 'the pool before the first event is unknown',
  ].filter((doubt) => typeof doubt === 'string');
  if (before === null && gaps.length === 0)
    return (
      <p className={doubts.length === 0 ? 'text-3' : 'text-2'}>
        {doubts.length === 0 ? (
          <Tip tip="The pool starts empty, and every deposit matches the events before it">
            No gaps found in the stake events
          </Tip>
        ) : (
          `Gaps can't be ruled out: ${doubts.join('; ')}`
        )}
      </p>
    );
  return (
    <ul className="flex flex-col gap-1 text-warn" aria-label="Gaps in the record">
      {history.before !== null && (
        <li>
          The pool already held <Amount value={history.before} unit="us" /> at the first indexed deposit
        </li>
      )}
      {history.gaps.map(({ event, gap }) => (
        <li key={rowKey(event)}>
          <Amount value={gap} unit="us" /> {(gap ?? 0n) > 0n ? 'came in' : 'went out'} without an indexed
          event before <Time at={event.at} clock="on chain" form="absolute" /> (
          <Id family="transaction" value={event.tx_digest} />)
        </li>
      ))}
    </ul>
  );
}

/** The pool over time, rebuilt from stake events, with what they leave unexplained. */
export function StakeOverTime({ leader }: { leader: Leader }) {
  const { period, end: until } = usePeriod();
  const now = useNow() ?? 0;
  const ledger = useQuery(stakeLedgerQuery(leader.leader_cap_id));
  if (ledger.data === undefined)
    return <Unloaded query={ledger} what="stake events" waiting="Loading stake events…" />;
  const history = stakeHistory(ledger.data.items);
  const since = spansTo(period, until).current.from;
  const change = poolChange(history, since);
  const start = change.from === null ? [] : [{ at: since, value: Number(change.from), mark: null, tip: '' }];
  const points = change.steps.map(({ event, pool, checkpoint, gap }) => ({
    at: momentOf(event),
    value: pool === null ? null : Number(pool),
    mark: markOf({ gap, checkpoint }),
    tip: `${statusWords(event.kind)}: pool ${pool === null ? 'unknown' : formatAmount(pool, 'us').number} US`,
  }));
  const pools = [change.from, ...change.steps.map(({ pool }) => pool)];
  const scale = scaleOf(
    pools.flatMap((pool) => pool ?? []),
    'us',
  );
  const end = Math.max(now, points.at(-1)?.at ?? now);
  return (
    <Panel title={<Term of="stake">Stake</Term>} note={`US, ${PERIODS[period].label.toLowerCase()}`}>
      <div className="p-3">
        <StepLine
          points={[...start, ...points]}
          from={since}
          to={end}
          {...(scale !== undefined && { scale })}
          label="Stake over time; see stake events for values"
        />
        {/* A line each: the panel is narrow. */}
        <Facts className="sm:[&>*]:flex sm:[&>*]:basis-full sm:[&>*]:justify-between">
          <Figures change={change} history={history} />
          {leader.stake_pool_total !== history.pool && (
            <Fact label="Total per leader record">
              <Agrees total={leader.stake_pool_total} history={history} />
            </Fact>
          )}
        </Facts>
        <Gaps history={history} />
        {!ledger.data.complete && (
          <p className="mt-2 text-warn">
            Based on the {firstRows(ledger.data.items)}{' '}
            {partOf(ledger.data.items.length, ledger.data.total_items)} stake events
          </p>
        )}
      </div>
    </Panel>
  );
}
