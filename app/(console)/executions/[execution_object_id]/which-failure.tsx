'use client';
import type { Incident } from '@/lib/dag/replay/incidents';
import { Choice } from '@/components/ui/chip';
import { Select } from '@/components/ui/field';
import { placeName } from './place-name';
import type { ReplayView } from './use-replay';

/** More than these are a list to choose from, not a row of numbers. */
const MOST_NUMBERS = 12;

/** Which of the failures of a run is looked at. */
export function WhichFailure({ incident, view }: { incident: Incident; view: ReplayView }) {
  const { incidents } = view;
  if (incidents.length < 2) return null;
  const open = (key: string) => view.openIncident(incidents.find((one) => one.key === key) ?? null);
  if (incidents.length <= MOST_NUMBERS)
    return (
      <Choice
        label="Which failure"
        value={incident.key}
        options={incidents.map(({ key }, index) => ({ value: key, label: index + 1 }))}
        onChange={open}
      />
    );
  return (
    <Select
      aria-label="Which failure"
      className="h-[26px]! px-1.5!"
      value={incident.key}
      onChange={(event) => open(event.target.value)}
    >
      {incidents.map((one, index) => (
        <option key={one.key} value={one.key}>
          {index + 1} of {incidents.length}: {placeName(one)}
        </option>
      ))}
    </Select>
  );
}
