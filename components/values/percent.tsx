import { Maybe } from './maybe';

/** A share; null where there is nothing to divide. With one decimal, as all of its column. */
export function Percent({ value, reason }: { value: string | null; reason: string }) {
  return (
    <Maybe value={value} reason={reason}>
      {(percent) => `${percent.includes('.') ? percent : `${percent}.0`} %`}
    </Maybe>
  );
}
