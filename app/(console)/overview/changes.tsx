import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Unloaded } from '@/components/shell/failure';
import { TextLink } from '@/components/ui/plain-link';
import { Panel } from '@/components/ui/panel';
import { FamilyDot } from '@/components/values/family-dot';
import { useNowValue } from '@/components/values/now';
import { failureOf, isNotProvided } from '@/lib/client/api-error';
import { shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { counted, groupDigits } from '@/lib/view/amount';
import { changesByFamily } from '@/lib/view/network-changes';
import { familyLooks } from '@/lib/view/event-families';
import { events } from '@/lib/view/paths';
import { changesQuery, hoursAgo } from './overview-queries';
import { RowsSkeleton } from './latest';

/** What changed the network itself in 24 hours, by kind of event; only where the index has statistics. */
export function Changes() {
  const since = useNowValue((now) => (now === null ? '' : hoursAgo(24, now)));
  const query = useQuery({ ...changesQuery(since), enabled: since !== '' });
  const { data } = query;
  const changes = useMemo(() => data && changesByFamily(data.groups), [data]);
  if (isNotProvided(failureOf(query.error))) return null;
  const kinds = changes?.flatMap((family) => family.kinds.map(({ kind }) => shortKindName(kind))).join(',');
  return (
    <Panel
      title="Changes in the last 24 hours"
      note={
        data && data.undated > 0 ? `without ${counted(data.undated, 'event')} of unknown time` : undefined
      }
      actions={kinds && <TextLink href={events({ kinds, created_after: since })}>View all</TextLink>}
    >
      {changes === undefined && (
        <Unloaded query={query} what="the changes" waiting={<RowsSkeleton rows={4} />} />
      )}
      {changes?.length === 0 && (
        <p className="px-3 py-2 text-2">
          No tool, DAG, agent, leader, stake, key or task was created or changed
        </p>
      )}
      {changes !== undefined && changes.length > 0 && (
        <ul aria-label="Changes in the last 24 hours" className="px-3 py-2">
          {changes.map(({ family, kinds: ofFamily }) => (
            <li key={family} className="grid grid-cols-[128px_minmax(0,1fr)] gap-3 py-1">
              <span className="inline-flex items-center gap-2 self-start">
                <FamilyDot hue={familyLooks[family].hue} />
                {familyLooks[family].label}
              </span>
              <span className="flex flex-wrap gap-x-4 gap-y-1">
                {ofFamily.map(({ kind, count }) => (
                  <TextLink
                    key={kind}
                    quiet
                    href={events({ kinds: shortKindName(kind), created_after: since })}
                  >
                    {shortKindName(kind)} <span className="text-3">{groupDigits(count)}</span>
                  </TextLink>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
