'use client';
import { ChoiceOrList } from '@/components/ui/choice-or-list';
import type { ReplayView } from './use-replay';

const ALL = 'all';
/** More than these are a list to choose from, not a row of numbers. */
export const MOST_WALKS = 24;

/** The walk that is looked at alone, or all of them. */
export function WalkChoice({ view }: { view: ReplayView }) {
  const { walks } = view.at;
  if (walks.length < 2) return null;
  const asList = walks.length > MOST_WALKS;
  const choice = (
    <ChoiceOrList
      label="The walk that is looked at"
      value={view.walk === null ? ALL : String(view.walk)}
      options={[
        { value: ALL, label: ALL, words: `all ${walks.length} walks` },
        ...walks.map(({ walk_index }) => {
          const index = String(walk_index);
          return { value: index, label: index, words: `walk ${index}` };
        }),
      ]}
      asList={asList}
      onChange={(value) => view.setWalk(value === ALL ? null : BigInt(value))}
    />
  );
  if (asList) return choice;
  return (
    <span className="flex items-center gap-1.5">
      <span className="text-3">walk</span>
      {choice}
    </span>
  );
}
