'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useMemo } from 'react';
import { Looked } from '@/components/record/search-summary';
import { Failure } from '@/components/shell/failure';
import { classNames } from '@/components/ui/class-names';
import { Fact, Facts } from '@/components/values/facts';
import { Panel } from '@/components/ui/panel';
import { Amount } from '@/components/values/amount';
import { useNow } from '@/components/values/now';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { shortKindName } from '@/lib/contract/event-kinds/catalogue';
import type { Unit } from '@/lib/view/amount';
import { counted } from '@/lib/view/counted';
import { MONEY_KINDS, moneyMoved, type MoneyMoved } from '@/lib/view/money-moved';
import { events } from '@/lib/view/paths';
import { lastHour } from './overview-queries';

type Figure = [label: string, kind: (typeof MONEY_KINDS)[number], value: bigint, unit: Unit];

function figuresOf({ fees, opened, budgets, staked, claimed }: MoneyMoved): Figure[] {
  return [
    ['Gas paid', 'ExecutionPaymentFeesRecordedEvent', fees.gas_fee_mist, 'sui'],
    ['Tool fees', 'ExecutionPaymentFeesRecordedEvent', fees.tool_fee_mist, 'sui'],
    ['Priority fees', 'ExecutionPaymentFeesRecordedEvent', fees.priority_fee_mist, 'sui'],
    [`Budgets of ${counted(opened, 'new payment')}`, 'AgentSkillPaymentCreatedEvent', budgets, 'sui'],
    ['Staked', 'StakeDepositedEvent', staked, 'us'],
    ['Stake claimed back', 'UnstakeClaimedEvent', claimed, 'us'],
  ];
}

/** What moved in the last hour, as recorded on chain: each figure in its own unit, and each leads to its events. */
export function MoneyMovedPanel() {
  const now = useNow();
  const created_after = lastHour(now ?? 0);
  const query = useQuery({
    ...eventsAboutQuery(MONEY_KINDS, null, { created_after }),
    enabled: now !== null,
    placeholderData: (former) => former,
  });
  const { error } = query;
  // Not with every second of the clock.
  const moved = useMemo(() => (query.data === undefined ? null : moneyMoved(query.data.items)), [query.data]);
  return (
    <Panel
      title="Money moved in the last hour"
      note={moved === null ? undefined : `fees of ${counted(moved.paying, 'payment')}`}
    >
      {query.data === undefined || moved === null ? (
        error === null ? (
          <p className="px-3 py-2 text-3">Being read…</p>
        ) : (
          <Failure what="the money" error={error} scope="events:read" onRetry={() => void query.refetch()} />
        )
      ) : (
        // With every minute it is another hour: until its fees are read, those of the hour before stand, faded.
        <div
          aria-busy={query.isPlaceholderData}
          className={classNames(
            'px-3 pb-2',
            query.isPlaceholderData && 'opacity-55 transition-opacity delay-200',
          )}
        >
          <Facts className="sm:grid! sm:grid-cols-3!">
            {figuresOf(moved).map(([label, kind, value, unit]) => (
              <Fact key={label} label={label}>
                <Link
                  href={events({ kinds: shortKindName(kind), created_after })}
                  prefetch={false}
                  className="hover:text-accent hover:underline"
                >
                  <Amount value={value} unit={unit} />
                </Link>
              </Fact>
            ))}
          </Facts>
          {moved.begunBefore > 0 && (
            <p className="text-xs text-3">
              Fees are lower bounds: of {counted(moved.begunBefore, 'payment')} opened earlier only what came
              after their first row of this hour is known.
            </p>
          )}
          <Looked about={query.data} />
        </div>
      )}
    </Panel>
  );
}
