import { totalOf, type Listing } from '@/lib/contract/record';
import { groupDigits } from '@/lib/view/amount';
import { NOT_COUNTED } from '@/lib/view/null-reasons';
import { Maybe } from './maybe';

/** How many rows a list has, from its first page. */
export function Total({ of }: { of: Listing<unknown> }) {
  return (
    <Maybe value={totalOf(of)} reason={NOT_COUNTED}>
      {groupDigits}
    </Maybe>
  );
}
