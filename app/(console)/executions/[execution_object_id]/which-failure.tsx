'use client';
import type { Incident } from '@/lib/dag/replay/incidents';
import { ChoiceOrList } from '@/components/ui/choice-or-list';
import { placeName } from './place-name';
import type { ReplayView } from './use-replay';

/** More than these are a list to choose from, not a row of numbers. */
const MOST_NUMBERS = 12;

/** Which of the failures of a run is looked at. */
export function WhichFailure({ incident, view }: { incident: Incident; view: ReplayView }) {
  const { incidents } = view;
  if (incidents.length < 2) return null;
  return (
    <ChoiceOrList
      label="Which failure"
      value={incident.key}
      options={incidents.map((one, index) => ({
        value: one.key,
        label: index + 1,
        words: `${index + 1} of ${incidents.length}: ${placeName(one)}`,
      }))}
      asList={incidents.length > MOST_NUMBERS}
      onChange={(key) => view.openIncident(incidents.find((one) => one.key === key) ?? null)}
    />
  );
}
