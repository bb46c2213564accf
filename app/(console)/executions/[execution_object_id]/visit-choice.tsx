import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Visit } from '@/lib/dag/replay/visits';
import { IconButton } from '@/components/ui/button';
import { Select } from '@/components/ui/field';

/** `3-2`, `3-2-1`: walk, iteration, round. Names a visit in addresses, and the same iteration at the vertices around it. */
export function visitName({ walk_index, iteration, round }: Visit): string {
  return [walk_index, iteration ?? '', ...(round > 0 ? [round] : [])].join('-');
}

/** `walk 3, iteration [2], round 2`: iterations count from 0, as on chain; rounds from 1. */
function visitText({ walk_index, iteration, round }: Visit): string {
  const parts = [`walk ${walk_index}`];
  if (iteration !== null) parts.push(`iteration [${iteration}]`);
  if (round > 0) parts.push(`round ${round + 1}`);
  return parts.join(', ');
}

interface VisitChoiceProps {
  visits: readonly Visit[];
  /** Index of the one that is shown. */
  place: number;
  /** How many iterations there are, where the record tells. */
  out_of: bigint | undefined;
  onChoose: (visit: Visit) => void;
}

/** Which visit of a vertex is looked at: any of them in one step, or the one before and after. */
export function VisitChoice({ visits, place, out_of, onChoose }: VisitChoiceProps) {
  const visit = visits[place];
  if (visit === undefined) return null;
  const choose = (next: number) => {
    const chosen = visits[next];
    if (chosen !== undefined) onChoose(chosen);
  };
  const whole = visit.iteration !== null && out_of !== undefined && (
    <span className="shrink-0 text-3 mono" data-tip="Iterations are counted from 0, as on chain">
      of {String(out_of)}
    </span>
  );
  if (visits.length === 1)
    return (
      <header className="flex items-baseline gap-1.5 px-3">
        {visitText(visit)} {whole}
      </header>
    );
  return (
    <header className="flex items-center gap-1 px-3">
      <Select
        aria-label="Visit of the vertex"
        className="h-[26px]! flex-1 px-1.5!"
        value={place}
        onChange={(event) => choose(Number(event.target.value))}
      >
        {visits.map((one, index) => (
          <option key={one.key} value={index}>
            {visitText(one)}
          </option>
        ))}
      </Select>
      {whole}
      <IconButton label="Previous visit" disabled={place <= 0} onClick={() => choose(place - 1)}>
        <ChevronLeft size={14} aria-hidden />
      </IconButton>
      <span className="text-3 mono">
        {place + 1}/{visits.length}
      </span>
      <IconButton label="Next visit" disabled={place >= visits.length - 1} onClick={() => choose(place + 1)}>
        <ChevronRight size={14} aria-hidden />
      </IconButton>
    </header>
  );
}
