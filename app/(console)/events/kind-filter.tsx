'use client';
import { IMPORTANT_KINDS } from '@/lib/view/event-groups';
import { useQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { answeredAt } from '@/lib/client/answered-at';
import { Toggle } from '@/components/ui/chip';
import { classNames } from '@/components/ui/class-names';
import { Popover } from '@/components/ui/popover';
import { FamilyDot } from '@/components/values/family-dot';
import { useZone } from '@/components/values/preferences';
import { kindCounts, type EventQuery } from '@/lib/client/queries/event-queries';
import type { Family } from '@/lib/contract/event-kinds/catalogue';
import { policyKinds } from '@/lib/contract/event-kinds/policies';
import { splitKinds } from '@/lib/contract/events';
import { groupDigits } from '@/lib/view/amount';
import type { Hue } from '@/lib/view/event-families';
import { clockTime } from '@/lib/view/time';
import { familiesToCount, kindHues, KIND_COUNT } from './kind-groups';

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
  /** The page's filters; `kinds` are short names joined by commas. */
  query: EventQuery;
  onChange: (value: string | undefined) => void;
  /** The index ignores the filter. */
  ignored: boolean;
}

/** A popover with families and kinds, and one chip per hue. None selected means all. Counts cost a request per family, so they are loaded on opening. */
export function KindFilter({ query, onChange, ignored }: KindFilterProps) {
  const [open, setOpen] = useState(false);
  const zone = useZone();
  const counting = useQuery({ ...kindCounts(familiesToCount, query), enabled: open });
  const counts: Readonly<Partial<Record<Family, number | null>>> | undefined = counting.data;
  const selected = new Set(splitKinds(query.kinds ?? ''));
  const change = (kinds: readonly string[], on: boolean) => {
    const next = new Set(selected);
    for (const kind of kinds) {
      if (on) next.add(kind);
      else next.delete(kind);
    }
    onChange(next.size === 0 || next.size === KIND_COUNT ? undefined : [...next].sort().join(','));
  };
  const trigger = (
    <button
      type="button"
      className={classNames(
        'inline-flex h-[26px] items-center gap-1 rounded-full border bg-surface px-2.5 text-xs text-2 hover:border-line-strong hover:text-text',
        ignored ? 'border-warn' : 'border-line',
      )}
    >
      {selected.size === 0 ? 'All kinds' : `Kinds: ${selected.size} of ${KIND_COUNT}`}
      {ignored && <span className="text-warn">ignored by this index</span>}
    </button>
  );
  return (
    <>
      <Popover open={open} onOpenChange={setOpen} label="Event kinds" trigger={trigger}>
        <KindChooser
          query={query}
          counting={counting}
          selected={selected}
          onChange={change}
          onClear={() => onChange(undefined)}
        />
      </Popover>
      <Toggle
        className="h-[26px]"
        pressed={[...selected].sort().join() === IMPORTANT_KINDS.join()}
        onPressedChange={(on) => onChange(on ? IMPORTANT_KINDS.join(',') : undefined)}
        data-tip="Outcomes and changes, excluding individual steps and fee bookkeeping"
      >
        Important
      </Toggle>
      {kindHues.map(({ hue, families, kinds }) => {
        const loadedCounts = families
          .map((family) => counts?.[family])
          .filter((count) => typeof count === 'number');
        // Of an index that counts.
        const stored =
          loadedCounts.length === families.length
            ? loadedCounts.reduce((sum, count) => sum + count, 0)
            : undefined;
        return (
          <Toggle
            key={hue}
            className="h-[26px]"
            pressed={kinds.every((kind) => selected.has(kind))}
            onPressedChange={(on) => change(kinds, on)}
            {...(stored !== undefined && {
              'data-tip': `${groupDigits(stored)} stored events with the other filters, as of ${clockTime(answeredAt(counting), zone)}`,
            })}
          >
            <FamilyDot hue={hue} />
            {HUE_LABELS[hue]}
            {stored !== undefined && <span className="text-3">{groupDigits(stored)}</span>}
          </Toggle>
        );
      })}
      <Toggle
        className="h-[26px]"
        pressed={policyKinds.every((kind) => selected.has(kind))}
        onPressedChange={(on) => change(policyKinds, on)}
        data-tip="Policy changes with old and new values: stake, budgets, prices, skills"
      >
        Policies
      </Toggle>
    </>
  );
}
