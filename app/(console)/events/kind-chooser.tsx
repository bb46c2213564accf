'use client';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { answeredAt } from '@/lib/client/answered-at';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Input } from '@/components/ui/field';
import { FamilyDot } from '@/components/values/family-dot';
import { useZone } from '@/components/values/preferences';
import { kindCounts, type EventQuery } from '@/lib/client/queries/event-queries';
import { groupDigits } from '@/lib/view/amount';
import { familyLooks } from '@/lib/view/event-families';
import { clockTime, type Zone } from '@/lib/view/time';
import { kindFamilies, kindsToCount, type KindFamily } from './kind-groups';

type Counting = Pick<
  UseQueryResult<Readonly<Record<string, number | null>>>,
  'data' | 'error' | 'dataUpdatedAt'
>;
type ChangeKinds = (kinds: readonly string[], on: boolean) => void;

interface KindChooserProps {
  query: EventQuery;
  /** Counts by family. */
  counting: Counting;
  selected: ReadonlySet<string>;
  onChange: ChangeKinds;
  onClear: () => void;
}

/** Families and their kinds as checkboxes, with the number of stored events. */
export function KindChooser({ query, counting, selected, onChange, onClear }: KindChooserProps) {
  const [input, setInput] = useState('');
  const zone = useZone();
  const search = input.trim().toLowerCase();
  return (
    <>
      <Input
        aria-label="Search kinds"
        placeholder="Search kinds"
        value={input}
        onChange={(event) => setInput(event.target.value)}
      />
      <div className="my-2 max-h-80 overflow-y-auto" tabIndex={0} role="group" aria-label="Kinds">
        {kindFamilies.map((group) => (
          <FamilyOfKinds
            key={group.family}
            group={group}
            search={search}
            query={query}
            count={counting.data?.[group.family] ?? undefined}
            selected={selected}
            onChange={onChange}
          />
        ))}
      </div>
      <div className="flex items-start gap-2">
        <Button size="small" onClick={onClear} disabled={selected.size === 0}>
          Clear
        </Button>
        <p className="text-xs text-3">{countingText(counting, zone)}</p>
      </div>
    </>
  );
}

function countingText({ data, error, ...counting }: Counting, zone: Zone): string {
  if (data !== undefined)
    return `Stored events with the other filters, as of ${clockTime(answeredAt(counting), zone)}. Includes events that cannot be decoded.`;
  return error === null ? 'Counting…' : `Could not load counts: ${error.message}`;
}

interface FamilyOfKindsProps {
  group: KindFamily;
  /** Filters kinds by name; empty shows all. */
  search: string;
  query: EventQuery;
  count: number | undefined;
  selected: ReadonlySet<string>;
  onChange: ChangeKinds;
}

function FamilyOfKinds({ group, search, query, count, selected, onChange }: FamilyOfKindsProps) {
  const { family, kinds } = group;
  const { label, hue } = familyLooks[family];
  const ticked = kinds.filter((kind) => selected.has(kind)).length;
  const [unfolded, setUnfolded] = useState(ticked > 0);
  const matchingKinds = kinds.filter((kind) => kind.toLowerCase().includes(search));
  const open = unfolded || search !== '';
  // No counts for families without events, or for families that are only open because of a search.
  const counting = useQuery({
    ...kindCounts(kindsToCount(group), query),
    enabled: unfolded && count !== undefined && count > 0,
  });
  if (matchingKinds.length === 0) return null;
  return (
    <div role="group" aria-label={label} className="mb-0.5">
      <div className="flex items-center gap-2">
        <input
          type="checkbox"
          aria-label={`All ${label} kinds`}
          className="accent-(--color-accent)"
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
          <Count value={count} />
        </button>
      </div>
      {open &&
        matchingKinds.map((kind) => (
          <label key={kind} className="ml-5 flex items-center gap-2 py-px">
            <input
              type="checkbox"
              className="accent-(--color-accent)"
              checked={selected.has(kind)}
              onChange={(event) => onChange([kind], event.target.checked)}
            />
            <span className="min-w-0 break-words">{kind}</span>
            <Count value={count === 0 ? 0 : (counting.data?.[kind] ?? undefined)} failed={counting.isError} />
          </label>
        ))}
    </div>
  );
}

/** Reserves its space before the count is known. */
function Count({ value, failed = false }: { value: number | undefined; failed?: boolean }) {
  return (
    <span className="ml-auto min-w-10 shrink-0 pl-2 text-right text-xs font-normal text-3">
      {value !== undefined && groupDigits(value)}
      {value === undefined && failed && <span data-tip="Could not load this count">?</span>}
    </span>
  );
}
