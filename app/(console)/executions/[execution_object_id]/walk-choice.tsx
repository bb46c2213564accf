'use client';
import { Choice } from '@/components/ui/chip';
import { Select } from '@/components/ui/field';
import type { ReplayView } from './use-replay';

const ALL = 'all';
/** More than these are a list to choose from, not a row of numbers. */
export const MOST_WALKS = 24;

/** The walk that is looked at alone, or all of them. */
export function WalkChoice({ view }: { view: ReplayView }) {
  const { walks } = view.at;
  if (walks.length < 2) return null;
  const choose = (value: string) => view.setWalk(value === ALL ? null : BigInt(value));
  const chosen = view.walk === null ? ALL : String(view.walk);
  if (walks.length > MOST_WALKS)
    return (
      <Select
        aria-label="The walk that is looked at"
        className="h-[26px]! px-1.5!"
        value={chosen}
        onChange={(event) => choose(event.target.value)}
      >
        <option value={ALL}>all {walks.length} walks</option>
        {walks.map(({ walk_index }) => (
          <option key={String(walk_index)} value={String(walk_index)}>
            walk {String(walk_index)}
          </option>
        ))}
      </Select>
    );
  return (
    <span className="flex items-center gap-1.5">
      <span className="text-3">walk</span>
      <Choice
        label="The walk that is looked at"
        value={chosen}
        options={[
          { value: ALL, label: 'all' },
          ...walks.map(({ walk_index }) => ({ value: String(walk_index), label: String(walk_index) })),
        ]}
        onChange={choose}
      />
    </span>
  );
}
