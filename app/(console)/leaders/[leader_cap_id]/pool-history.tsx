'use client';
import { useQuery } from '@tanstack/react-query';
import { usePageUrl } from '@/components/listing/use-url';
import { StepLine } from '@/components/charts/step-line';
import { Failure } from '@/components/shell/failure';
import { Choice } from '@/components/ui/chip';
import { Fact, Facts } from '@/components/values/facts';
import { Panel } from '@/components/ui/panel';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { useNow } from '@/components/values/now';
import { Time } from '@/components/values/time';
import { withPageKeys } from '@/lib/client/filters';
import type { Leader } from '@/lib/contract/leaders';
import { counted } from '@/lib/view/counted';
import { formatAmount, scaleOf } from '@/lib/view/amount';
import { statusWords } from '@/lib/view/status';
import {
  momentOf,
  poolChange,
  poolHistory,
  type PoolChange,
  type PoolHistory,
} from '@/lib/view/pool-history';
import { SharePrice } from './share-price';
import { stakeLedgerQuery } from './stake-queries';

const DAY_MS = 86_400_000;
const WINDOWS = [
  { value: '14', label: '14 days' },
  { value: '30', label: '30 days' },
  { value: 'all', label: 'everything indexed' },
] as const;

const NOT_THAT_FAR = 'the record of this cap does not reach back that far';

/** Whether the index's running total and the record say the same. */
function Agrees({ leader, history }: { leader: Leader; history: PoolHistory }) {
  if (history.pool === null)
    return <span className="text-3">cannot be known: no deposit has been indexed</span>;
  const differs = leader.stake_pool_total - history.pool;
  if (differs === 0n) return <span className="text-ok">equal</span>;
  return (
    <span className="text-warn">
      differs by <Amount value={differs} unit="us" />
    </span>
  );
}

function Figures({ change }: { change: PoolChange }) {
  return (
    <>
      <Fact label="Pool then">
        <Amount value={change.from} unit="us" reason={NOT_THAT_FAR} />
      </Fact>
      <Fact label="Deposited">
        <Amount value={change.deposited} unit="us" />
      </Fact>
      <Fact label="Claimed back">
        <Amount value={change.claimed} unit="us" />
      </Fact>
      <Fact label="Slashed">
        <Amount value={change.slashed} unit="us" />
      </Fact>
      <Fact label="Unexplained">
        {change.gaps === 0 ? (
          <span className="text-3">nothing</span>
        ) : (
          <span className="text-warn">
            <Amount value={change.unexplained} unit="us" /> in {counted(change.gaps, 'place')}
          </span>
        )}
      </Fact>
      <Fact label="Pool now">
        <Amount value={change.to} unit="us" reason="no deposit has been indexed" />
      </Fact>
    </>
  );
}

/** Where the record is incomplete: in front, and wherever a checkpoint does not meet what came before it. */
function Gaps({ history }: { history: PoolHistory }) {
  if (history.before === null && history.gaps.length === 0)
    return (
      <p className="text-2">
        The record is complete as far as it can be told: it begins with an empty pool, and every deposit meets
        the movements before it.
      </p>
    );
  return (
    <ul className="flex flex-col gap-1 text-warn" aria-label="Gaps in the record">
      {history.before !== null && (
        <li>
          Before the first indexed deposit the pool already held <Amount value={history.before} unit="us" />:
          what came before was not indexed.
        </li>
      )}
      {history.gaps.map(({ event, gap }) => (
        <li key={event.id}>
          <Amount value={gap} unit="us" /> {(gap ?? 0n) > 0n ? 'came in' : 'went out'} before the deposit of{' '}
          <Time at={event.at} clock="on chain" form="absolute" /> without an indexed event (
          <Id family="transaction" value={event.tx_digest} />
          ).
        </li>
      ))}
    </ul>
  );
}

/** The pool as its events tell it: checkpoints, movements, and what they leave unexplained. */
export function PoolHistoryPanel({ leader }: { leader: Leader }) {
  const url = usePageUrl();
  const now = useNow() ?? 0;
  const ledger = useQuery(stakeLedgerQuery(leader.leader_cap_id));
  const asked = url.search.get('window');
  const span = WINDOWS.find(({ value }) => value === asked)?.value ?? '14';
  if (ledger.data === undefined)
    return ledger.error === null ? (
      <p className="text-3">Reading the stake events…</p>
    ) : (
      <Failure
        what="the stake events of this leader"
        error={ledger.error}
        scope="leaders:read"
        onRetry={() => void ledger.refetch()}
      />
    );
  const history = poolHistory(ledger.data.items);
  const first = history.steps[0];
  const since =
    span === 'all' ? (first === undefined ? now : momentOf(first.event)) : now - Number(span) * DAY_MS;
  const change = poolChange(history, since);
  const start = change.from === null ? [] : [{ at: since, value: Number(change.from), mark: null, tip: '' }];
  const points = change.steps.map(({ event, pool, checkpoint, gap }) => ({
    at: momentOf(event),
    value: pool === null ? null : Number(pool),
    mark: gap !== null ? ('gap' as const) : checkpoint ? ('told' as const) : null,
    tip: `${statusWords(event.kind)}: pool ${pool === null ? 'unknown' : formatAmount(pool, 'us').number} US`,
  }));
  const pools = [change.from, ...change.steps.map(({ pool }) => pool)];
  const scale = scaleOf(
    pools.flatMap((pool) => pool ?? []),
    'us',
  );
  const end = Math.max(now, points.at(-1)?.at ?? now);
  return (
    <Panel
      title="How the pool moved"
      actions={
        <Choice
          label="Window"
          value={span}
          options={WINDOWS}
          onChange={(next) =>
            url.replace(withPageKeys(url.search, { window: next === '14' ? undefined : next }))
          }
        />
      }
    >
      <div className="p-3">
        <StepLine
          points={[...start, ...points]}
          from={since}
          to={end}
          {...(scale !== undefined && { scale })}
          label="The pool over time; the figures stand below and in the stake events"
        />
        <Facts>
          <Figures change={change} />
          <Fact label="Against the index’s own total">
            <Agrees leader={leader} history={history} />
          </Fact>
        </Facts>
        <Gaps history={history} />
        <SharePrice history={history} change={change} from={since} to={end} />
        {!ledger.data.complete && (
          <p className="mt-2 text-warn">
            Only the newest {ledger.data.items.length} of {ledger.data.total_items} stake events were read.
          </p>
        )}
      </div>
    </Panel>
  );
}
