'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Toggle } from '@/components/ui/chip';
import { Input } from '@/components/ui/field';
import { Popover } from '@/components/ui/popover';
import { FamilyDot } from '@/components/values/family-dot';
import { families, shortKindName, type Family } from '@/lib/contract/event-kinds/catalogue';
import { splitKinds } from '@/lib/contract/kinds-param';
import type { EventQuery } from '@/lib/client/queries/event-history';
import { kindCounts } from '@/lib/client/queries/event-queries';
import { groupDigits } from '@/lib/view/amount';
import { familyLooks, hues, type Hue } from '@/lib/view/families';

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

/** Short names of the kinds of every family, and of the families that share a hue. */
const byFamily = Object.entries(families).map(([family, kinds]) => ({
  family: family as Family,
  kinds: Object.keys(kinds).map(shortKindName).sort(),
}));
const byHue = hues.map((hue) => ({
  hue,
  kinds: byFamily.filter(({ family }) => familyLooks[family].hue === hue).flatMap(({ kinds }) => kinds),
}));
const EVERY = byFamily.flatMap(({ kinds }) => kinds);
const ALL = EVERY.length;

interface KindFilterProps {
  /** The page's filters; its kinds are short names with commas between. */
  query: EventQuery;
  onChange: (value: string | undefined) => void;
}

/** A chip a family, and a chooser for single kinds. Nothing chosen means every kind. */
export function KindFilter({ query, onChange }: KindFilterProps) {
  const chosen = new Set(splitKinds(query.kinds ?? ''));
  const change = (kinds: readonly string[], on: boolean) => {
    const next = new Set(chosen);
    for (const kind of kinds) {
      if (on) next.add(kind);
      else next.delete(kind);
    }
    onChange(next.size === 0 || next.size === ALL ? undefined : [...next].sort().join(','));
  };
  return (
    <>
      {byHue.map(({ hue, kinds }) => (
        <Toggle
          key={hue}
          className="h-[26px]"
          pressed={kinds.every((kind) => chosen.has(kind))}
          onPressedChange={(on) => change(kinds, on)}
        >
          <FamilyDot hue={hue} />
          {HUE_LABELS[hue]}
        </Toggle>
      ))}
      <KindChooser query={query} chosen={chosen} onChange={change} onClear={() => onChange(undefined)} />
    </>
  );
}

interface KindChooserProps {
  query: EventQuery;
  chosen: ReadonlySet<string>;
  onChange: (kinds: readonly string[], on: boolean) => void;
  onClear: () => void;
}

function KindChooser({ query, chosen, onChange, onClear }: KindChooserProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const counts = useQuery({ ...kindCounts(EVERY, query), enabled: open }).data;
  const trigger = (
    <button
      type="button"
      className="inline-flex h-[26px] items-center rounded-full border border-line bg-surface px-2.5 text-xs text-2 hover:border-line-strong hover:text-text"
    >
      Kinds: {chosen.size === 0 ? 'every' : `${chosen.size} of ${ALL}`}
    </button>
  );
  return (
    <Popover open={open} onOpenChange={setOpen} label="Kinds of events" trigger={trigger}>
      <Input
        aria-label="Find a kind"
        placeholder="Find a kind"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="my-2 max-h-72 overflow-y-auto" tabIndex={0} role="group" aria-label="Kinds">
        {byFamily.map(({ family, kinds }) => {
          const found = kinds.filter((kind) => kind.toLowerCase().includes(wanted));
          if (found.length === 0) return null;
          return (
            <fieldset key={family} className="mb-1.5">
              <legend className="flex items-center gap-1.5 text-xs font-medium text-2">
                <FamilyDot hue={familyLooks[family].hue} />
                {familyLooks[family].label}
                <Count of={kinds} counts={counts} />
              </legend>
              {found.map((kind) => (
                <label key={kind} className="flex items-center gap-2 py-px">
                  <input
                    type="checkbox"
                    className="accent-(--accent)"
                    checked={chosen.has(kind)}
                    onChange={(event) => onChange([kind], event.target.checked)}
                  />
                  <span className="min-w-0 break-words">{kind}</span>
                  <Count of={[kind]} counts={counts} />
                </label>
              ))}
            </fieldset>
          );
        })}
      </div>
      <div className="flex items-center gap-2">
        <Button size="small" onClick={onClear} disabled={chosen.size === 0}>
          Every kind
        </Button>
        <span className="text-xs text-3">
          {counts === undefined ? 'Counting…' : 'Stored events under the other filters'}
        </span>
      </div>
    </Popover>
  );
}

interface CountProps {
  of: readonly string[];
  counts: Readonly<Record<string, number>> | undefined;
}

/** How many events of these kinds are stored; takes its room before it is known. */
function Count({ of, counts }: CountProps) {
  return (
    <span className="ml-auto min-w-10 shrink-0 text-right text-xs text-3">
      {counts === undefined ? '' : groupDigits(of.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0))}
    </span>
  );
}
