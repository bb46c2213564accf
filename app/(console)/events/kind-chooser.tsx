'use client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Input } from '@/components/ui/field';
import { FamilyDot } from '@/components/values/family-dot';
import { useZone } from '@/components/values/zone';
import type { EventQuery } from '@/lib/client/queries/event-history';
import { kindCounts } from '@/lib/client/queries/event-queries';
import { groupDigits } from '@/lib/view/amount';
import { familyLooks } from '@/lib/view/families';
import { clockTime } from '@/lib/view/time';
import { kindFamilies, kindsToCount, type KindFamily } from './kind-groups';

type Counting = Pick<UseQueryResult<Record<string, number>>, 'data' | 'error' | 'dataUpdatedAt'>;
type ChangeKinds = (kinds: readonly string[], on: boolean) => void;

interface KindChooserProps {
  query: EventQuery;
  /** Counts by family. */
  counting: Counting;
  chosen: ReadonlySet<string>;
  onChange: ChangeKinds;
  onClear: () => void;
}

/** Families to unfold and kinds to tick, each with how many events of it are stored. */
export function KindChooser({ query, counting, chosen, onChange, onClear }: KindChooserProps) {
  const [typed, setTyped] = useState('');
  const zone = useZone();
  const wanted = typed.trim().toLowerCase();
  const { data, error, dataUpdatedAt } = counting;
  return (
    <>
      <Input
        aria-label="Find a kind"
        placeholder="Find a kind"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="my-2 max-h-80 overflow-y-auto" tabIndex={0} role="group" aria-label="Kinds">
        {kindFamilies.map((group) => (
          <FamilyOfKinds
            key={group.family}
            group={group}
            wanted={wanted}
            query={query}
            count={data?.[group.family]}
            chosen={chosen}
            onChange={onChange}
          />
        ))}
      </div>
      <div className="flex items-start gap-2">
        <Button size="small" onClick={onClear} disabled={chosen.size === 0}>
          Every kind
        </Button>
        <p className="text-xs text-3">
          {data !== undefined
            ? `Stored events under the other filters, counted at ${clockTime(dataUpdatedAt, zone)}. One that cannot be decoded is counted and not shown.`
            : error === null
              ? 'Counting…'
              : `They could not be counted: ${error.message}`}
        </p>
      </div>
    </>
  );
}

interface FamilyOfKindsProps {
  group: KindFamily;
  /** What the names are searched for; empty: nothing is. */
  wanted: string;
  query: EventQuery;
  count: number | undefined;
  chosen: ReadonlySet<string>;
  onChange: ChangeKinds;
}

function FamilyOfKinds({ group, wanted, query, count, chosen, onChange }: FamilyOfKindsProps) {
  const { family, kinds } = group;
  const { label, hue } = familyLooks[family];
  const ticked = kinds.filter((kind) => chosen.has(kind)).length;
  const [unfolded, setUnfolded] = useState(ticked > 0);
  const found = kinds.filter((kind) => kind.toLowerCase().includes(wanted));
  const open = unfolded || wanted !== '';
  // A family without events has no kind with one; what is only looked for is not counted.
  const counting = useQuery({
    ...kindCounts(kindsToCount(group), query),
    enabled: unfolded && count !== undefined && count > 0,
  });
  if (found.length === 0) return null;
  return (
    <div role="group" aria-label={label} className="mb-0.5">
      <div className="flex items-center gap-2">
        <input
          type="checkbox"
          aria-label={`Every kind of ${label}`}
          className="accent-(--accent)"
          checked={ticked === kinds.length}
          ref={(box) => {
            if (box !== null) box.indeterminate = ticked > 0 && ticked < kinds.length;
          }}
          onChange={(event) => onChange(kinds, event.target.checked)}
        />
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setUnfolded(!unfolded)}
          className="flex min-w-0 flex-1 items-center gap-1.5 rounded-sm py-0.5 text-xs font-medium text-2 hover:text-text"
        >
          <FamilyDot hue={hue} />
          {label}
          <ChevronRight size={12} aria-hidden className={classNames('text-3', open ? 'rotate-90' : '')} />
          <Count of={count} />
        </button>
      </div>
      {open &&
        found.map((kind) => (
          <label key={kind} className="ml-5 flex items-center gap-2 py-px">
            <input
              type="checkbox"
              className="accent-(--accent)"
              checked={chosen.has(kind)}
              onChange={(event) => onChange([kind], event.target.checked)}
            />
            <span className="min-w-0 break-words">{kind}</span>
            <Count of={count === 0 ? 0 : counting.data?.[kind]} failed={counting.isError} />
          </label>
        ))}
    </div>
  );
}

/** How many events are stored; takes its room before it is known. */
function Count({ of, failed = false }: { of: number | undefined; failed?: boolean }) {
  return (
    <span className="ml-auto min-w-10 shrink-0 pl-2 text-right text-xs font-normal text-3">
      {of !== undefined ? (
        groupDigits(of)
      ) : failed ? (
        <span data-tip="The index did not answer when it was asked how many.">?</span>
      ) : null}
    </span>
  );
}
