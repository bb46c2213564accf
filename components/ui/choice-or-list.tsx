import type { ReactNode } from 'react';
import { Choice } from './chip';
import { Select } from './field';

interface ChoiceOrListProps {
  /** Accessible name. */
  label: string;
  value: string;
  /** `label` is shown on a chip, `words` in the list. */
  options: readonly { value: string; label: ReactNode; words: string }[];
  /** For more options than fit in a row. */
  asList: boolean;
  onChange: (value: string) => void;
}

/** One of a few as chips, one of many as a select of the same height. */
export function ChoiceOrList({ label, value, options, asList, onChange }: ChoiceOrListProps) {
  if (!asList) return <Choice label={label} value={value} options={options} onChange={onChange} />;
  return (
    <Select
      aria-label={label}
      className="h-[26px]! px-1.5!"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.words}
        </option>
      ))}
    </Select>
  );
}
