'use client';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { Toggle } from '@/components/ui/chip';
import { Popover } from '@/components/ui/popover';
import { FamilyDot } from '@/components/values/family-dot';
import { useZone } from '@/components/values/zone';
import type { EventQuery } from '@/lib/client/queries/event-history';
import { kindCounts } from '@/lib/client/queries/event-queries';
import type { Family } from '@/lib/contract/event-kinds/catalogue';
import { splitKinds } from '@/lib/contract/kinds-param';
import { groupDigits } from '@/lib/view/amount';
import type { Hue } from '@/lib/view/families';
import { clockTime } from '@/lib/view/time';
import { familiesToCount, kindHues, KINDS_IN_ALL } from './kind-groups';

const KindChooser = lazy(async () => ({ default: (await import('./kind-chooser')).KindChooser }));

const HUE_LABELS: Record<Hue, string> = {
  dag: 'DAG',
  execution: 'Execution',
  tool: 'Tool',
  payment: 'Payment',
  leader: 'Leader',
  task: 'Task',
  agent: 'Agent',
  key: 'Key',
};

interface KindFilterProps {
  /** The page's filters; its kinds are short names with commas between. */
  query: EventQuery;
  onChange: (value: string | undefined) => void;
}

/** A chooser for families and single kinds, and a chip a hue. Nothing chosen means every kind. Counting is asked for by opening the chooser: it takes a request a family. */
export function KindFilter({ query, onChange }: KindFilterProps) {
  const [open, setOpen] = useState(false);
  const zone = useZone();
  const counting = useQuery({ ...kindCounts(familiesToCount, query), enabled: open });
  const counts: Readonly<Partial<Record<Family, number>>> | undefined = counting.data;
  const chosen = new Set(splitKinds(query.kinds ?? ''));
  const change = (kinds: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const kind of kinds) {
      if (on) next.add(kind);
      else next.delete(kind);
    }
    onChange(next.size === 0 || next.size === KINDS_IN_ALL ? undefined : [...next].sort().join(','));
  };
  const trigger = (
    <button
      type="button"
      className="inline-flex h-[26px] items-center rounded-full border border-line bg-surface px-2.5 text-xs text-2 hover:border-line-strong hover:text-text"
    >
      Kinds: {chosen.size === 0 ? 'every' : `${chosen.size} of ${KINDS_IN_ALL}`}
    </button>
  );
  return (
    <>
      <Popover open={open} onOpenChange={setOpen} label="Kinds of events" trigger={trigger}>
        <KindChooser
          query={query}
          counting={counting}
          chosen={chosen}
          onChange={change}
          onClear={() => onChange(undefined)}
        />
      </Popover>
      {kindHues.map(({ hue, families, kinds }) => {
        const stored = counts && families.reduce((sum, family) => sum + (counts[family] ?? 0), 0);
        return (
          <Toggle
            key={hue}
            className="h-[26px]"
            pressed={kinds.every((kind) => chosen.has(kind))}
            onPressedChange={(on) => change(kinds, on)}
            {...(stored !== undefined && {
              'data-tip': `${groupDigits(stored)} stored events under the other filters, counted at ${clockTime(counting.dataUpdatedAt, zone)}`,
            })}
          >
            <FamilyDot hue={hue} />
            {HUE_LABELS[hue]}
            {stored !== undefined && <span className="text-3">{groupDigits(stored)}</span>}
          </Toggle>
        );
      })}
    </>
  );
}
