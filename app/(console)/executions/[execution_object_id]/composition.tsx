import type { AllPages } from '@/lib/client/queries/all-pages-query';
import type { ExecutionParts, Part, RecordSource } from './execution-parts';

type Pages = Pick<Part<AllPages<unknown>>, 'data' | 'error'>;

function told(name: string, { data, error }: Pages): string {
  if (data)
    return `${name} (${data.complete ? data.total_items : `${data.items.length} of ${data.total_items}`})`;
  return `${name} (${error ? 'could not be read' : 'being read'})`;
}

const SOURCES: Record<RecordSource, string> = {
  record: 'its record',
  agent: 'its row among the executions of its agent, since this index has no record for a single execution',
  task: 'its row among the executions of its task, since this index has no record for a single execution',
  history: 'what the event history tells of it, since no endpoint has its record',
  file: 'a file',
};

/** An index that has no record of an execution has none of its walks either, and is not asked for them. */
function isWithoutRecord(source: RecordSource | null): boolean {
  return source === 'agent' || source === 'task' || source === 'history';
}

/** What the page was put together from: the reader should know which parts the index answered, and what was not found. */
export function Composition({ parts }: { parts: ExecutionParts }) {
  const { source, record, events, failures, ledger, gas, payments, walks, structure, history } = parts;
  const head = source !== null ? SOURCES[source] : record.isPending ? 'its record (being read)' : 'no record';
  const seen = history.data;
  const list = [
    head,
    told('events', events),
    told('submission failures', failures),
    told('payment ledger', ledger),
    told('gas events', gas),
    told('payments', payments),
    ...(walks.data ? [told('walks', walks)] : []),
    ...(structure.data ? ['the structure of its DAG'] : []),
    ...(seen
      ? [
          `the event history (${seen.items.length} of ${seen.looked} events looked through name it${seen.complete ? '' : ', the time was too busy to read all'})`,
        ]
      : history.isPending
        ? ['the event history (being read)']
        : []),
  ];
  const lacking = [
    ...(source === null && !record.isPending ? ['its record'] : []),
    ...(structure.data || structure.isPending ? [] : ['the structure of its DAG']),
    ...(payments.data?.items.length === 0 ? ['a payment'] : []),
    ...((walks.error && source !== 'file') || isWithoutRecord(source)
      ? ['its walks as the index sees them']
      : []),
    ...(history.error ? ['its events in the event history'] : []),
  ];
  return (
    <p className="mt-3 text-xs text-3" data-testid="composition">
      Composed of {list.join(', ')}.{lacking.length > 0 && ` Not found: ${lacking.join(', ')}.`}
    </p>
  );
}
