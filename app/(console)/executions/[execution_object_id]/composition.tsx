import type { UseQueryResult } from '@tanstack/react-query';
import type { AllPages } from '@/lib/client/queries/all-pages-query';
import type { ComposedExecution } from './use-execution';

type Part = Pick<UseQueryResult<AllPages<unknown>>, 'data' | 'error'>;

function told({ data, error }: Part): string {
  if (data) return data.complete ? `${data.total_items}` : `${data.items.length} of ${data.total_items}`;
  return error ? 'could not be read' : 'being read';
}

/** What the page was put together from: the reader should know which parts the index answered. */
export function Composition({ composed }: { composed: ComposedExecution }) {
  const { source, record, events, failures, ledger, payments, structure } = composed;
  const head =
    source === 'record'
      ? 'its record'
      : source === 'agent'
        ? 'its row among the executions of its agent, since this index has no record for a single execution'
        : record.isPending
          ? 'its record (being read)'
          : 'no record: the index answered none';
  const parts = [
    head,
    `events (${told(events)})`,
    `submission failures (${told(failures)})`,
    `payment ledger (${told(ledger)})`,
    `payments (${told(payments)})`,
    structure.data ? 'the structure of its DAG' : null,
  ];
  return (
    <p className="mt-3 text-xs text-3" data-testid="composition">
      Composed of {parts.filter((part) => part !== null).join(', ')}.
    </p>
  );
}
