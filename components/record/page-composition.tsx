import { Info } from 'lucide-react';
import { Tip } from '@/components/ui/tip';
import type { UseQueryResult } from '@tanstack/react-query';
import type { FoundRow } from '@/lib/client/queries/all-pages-query';
import { totalOf, type Listing } from '@/lib/contract/record';
import { counted, groupDigits } from '@/lib/view/amount';

type Part = Pick<UseQueryResult<Listing<unknown>>, 'data' | 'error'>;
type RowPart = Pick<UseQueryResult<FoundRow<unknown>>, 'data' | 'error'>;

/** `executions (12)`, or why there is no number. */
export function describeTotal(name: string, { data, error }: Part): string {
  if (data) {
    const total = totalOf(data);
    return `${name} (${total === null ? 'not counted' : groupDigits(total)})`;
  }
  return `${name} (${error ? "couldn't be loaded" : 'loading'})`;
}

/** The row found in a listing, in words. `of`: `the listing of agents`. */
export function describeRow(of: string, { data, error }: RowPart): string {
  if (!data) return `its row in ${of} (${error ? "couldn't be loaded" : 'loading'})`;
  if (data.row !== null) return `its row in ${of}`;
  return `no row of ${of}: ${notFound(data)}`;
}

function notFound({ searched, complete }: FoundRow<unknown>): string {
  const rows = counted(searched, 'row');
  return complete ? `it is not among its ${rows}` : `it is not among the ${rows} searched`;
}

/** Why a field of a row that was sought is unknown: the end of the sentence "unknown: …". */
export function rowReason(of: string, { data, error }: RowPart, whenFound: string): string {
  if (data?.row) return whenFound;
  if (data) return `${of} was searched and ${notFound(data)}`;
  return error ? `${of} couldn't be loaded: ${error.message}` : `${of} is loading`;
}

/** The parts of a page that no single endpoint provides. */
export function ComposedOf({ why, parts }: { why: string; parts: readonly string[] }) {
  return (
    <Tip
      className="mt-3 inline-flex cursor-help items-center gap-1.5 text-xs text-3"
      data-testid="composition"
      tip={`${why} This page is composed of ${parts.join(', ')}.`}
    >
      <Info size={13} aria-hidden />
      Sources of this page
    </Tip>
  );
}
