import { Maybe } from './maybe';

/** A share; null where there is nothing to divide. */
export function Percent({ value, reason }: { value: string | null; reason: string }) {
  return (
    <Maybe value={value} reason={reason}>
      {(percent) => `${percent} %`}
    </Maybe>
  );
}
