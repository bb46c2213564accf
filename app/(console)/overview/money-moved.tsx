'use client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { Failure, NO_SCOPE } from '@/components/shell/failure';
import { Looked } from '@/app/(console)/looked';
import { useMay } from '@/components/shell/session-context';
import { Fact, Facts } from '@/components/ui/facts';
import { Panel } from '@/components/ui/panel';
import { Amount } from '@/components/values/amount';
import { useNow } from '@/components/values/now';
import { eventsAboutQuery } from '@/lib/client/queries/events-about-query';
import { decodePayload } from '@/lib/contract/event-kinds/catalogue';
import type { EventRecord } from '@/lib/contract/events';
import { counted } from '@/lib/view/counted';
import { events } from '@/lib/view/paths';
import { FEE_KINDS, lastHour } from './overview-queries';

const FEES = [
  ['gas_fee_mist', 'Gas'],
  ['tool_fee_mist', 'Tools'],
  ['priority_fee_mist', 'Priority'],
] as const;

/** The sum of one fee over all events that were read, in MIST. */
function sumOf(items: readonly EventRecord[], field: string): bigint {
  return items.reduce((sum, { kind, payload }) => {
    const value = decodePayload(kind, payload)?.[field];
    return typeof value === 'bigint' ? sum + value : sum;
  }, 0n);
}

/** The fees that executions paid in the last hour, as recorded on chain; SUI only, for US and SUI are never added. */
export function MoneyMoved() {
  const may = useMay('events:read');
  const now = useNow();
  const created_after = lastHour(now ?? 0);
  const query = useQuery({
    ...eventsAboutQuery(FEE_KINDS, null, { created_after }),
    enabled: may && now !== null,
    placeholderData: (former) => former,
  });
  const error = may ? query.error : NO_SCOPE;
  return (
    <Panel
      title="Fees of the last hour"
      note={query.data === undefined ? undefined : counted(query.data.items.length, 'payment')}
      actions={
        <Link
          href={events({ kinds: 'ExecutionPaymentFeesRecorded', created_after })}
          prefetch={false}
          className="text-accent hover:underline"
        >
          The events
        </Link>
      }
    >
      {query.data === undefined ? (
        error === null ? (
          <p className="px-3 py-2 text-3">Being read…</p>
        ) : (
          <Failure what="the fees" error={error} scope="events:read" onRetry={() => void query.refetch()} />
        )
      ) : (
        <div className="px-3 pb-2">
          <Facts className="sm:grid! sm:grid-cols-3!">
            {FEES.map(([field, label]) => (
              <Fact key={field} label={label}>
                <Amount value={sumOf(query.data.items, field)} unit="sui" />
              </Fact>
            ))}
          </Facts>
          <Looked about={query.data} />
        </div>
      )}
    </Panel>
  );
}
