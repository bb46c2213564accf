'use client';
import { useQueries } from '@tanstack/react-query';
import Link from 'next/link';
import { Failure } from '@/components/shell/failure';
import { classNames } from '@/components/ui/class-names';
import { Panel } from '@/components/ui/panel';
import { FamilyDot } from '@/components/values/family-dot';
import { Maybe } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import type { Listing } from '@/lib/contract/record';
import { groupDigits } from '@/lib/view/amount';
import { familyLooks } from '@/lib/view/families';
import { events } from '@/lib/view/paths';
import { FAMILIES, kindsOf, lastHour, rateQueries } from './overview-queries';
import { useStanding } from './use-standing';

/** How many events of each family the last hour brought, by the chain's clock. */
export function EventRate() {
  const now = useNow();
  const hour = lastHour(now ?? 0);
  const counts = useQueries({
    queries: rateQueries(hour).map((query) => ({ ...query, enabled: now !== null })),
  });
  const answered = counts.map(
    ({ data }) => (data as Listing<unknown> | undefined)?.metadata.total_items ?? null,
  );
  const error = counts.find((count) => count.error !== null)?.error ?? null;
  // With every minute it is another hour; its figures take a moment.
  const { of: created_after, totals, former } = useStanding({ of: hour, totals: answered }, error !== null);
  const most = Math.max(1, ...totals.map((total) => total ?? 0));
  return (
    <Panel title="Events of the last hour" note="by family, on chain">
      {error !== null && totals.every((total) => total === null) ? (
        <Failure what="the number of events" error={error} scope="events:read" />
      ) : (
        <ul
          aria-label="Events of the last hour by family"
          aria-busy={former}
          className={classNames('px-3 py-2', former && 'opacity-55 transition-opacity delay-200')}
        >
          {FAMILIES.map((family, index) => {
            const total = totals[index] ?? null;
            const { label, hue } = familyLooks[family];
            return (
              <li key={family}>
                <Link
                  href={events({ kinds: kindsOf(family), created_after })}
                  prefetch={false}
                  className="grid grid-cols-[128px_minmax(0,1fr)_64px] items-center gap-3 rounded-sm py-[3px] hover:bg-surface-2"
                >
                  <span className="inline-flex items-center gap-2">
                    <FamilyDot hue={hue} />
                    {label}
                  </span>
                  <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden className="h-2 w-full">
                    <rect width="1000" height="10" className="fill-surface-3" />
                    <rect
                      width={((total ?? 0) / most) * 1000}
                      height="10"
                      style={{ fill: `var(--fam-${hue})` }}
                    />
                  </svg>
                  <span className="text-right">
                    {total === null && error === null ? (
                      '…'
                    ) : (
                      <Maybe value={total} reason={error?.message ?? 'not answered'}>
                        {(count) => groupDigits(count)}
                      </Maybe>
                    )}
                  </span>
                </Link>
              </li>
            );
          })}
        </ul>
      )}
    </Panel>
  );
}
