import type { AllPages } from '@/lib/client/queries/all-pages-query';
import type {
  ExecutionParts,
  Part,
  RecordSource,
} from '@/app/(console)/executions/[execution_object_id]/data/use-execution';

type Pages = Pick<Part<AllPages<unknown>>, 'data' | 'error'>;

function partText(name: string, { data, error }: Pages): string {
  if (data)
    return `${name} (${data.complete ? data.total_items : `${data.items.length} of ${data.total_items}`})`;
  return `${name} (${error ? 'failed to load' : 'loading'})`;
}

const SOURCES: Record<RecordSource, string> = {
  record: 'execution record',
  agent: 'row in the executions of its agent (this index provides no single execution records)',
  task: 'row in the executions of its task (this index provides no single execution records)',
  history: 'event history (no endpoint has its record)',
};

/** An index without a record of an execution has no walks either; they are not requested. */
function isWithoutRecord(source: RecordSource | null): boolean {
  return source === 'agent' || source === 'task' || source === 'history';
}

/** The sources of this page: which parts the index provided, and which were not found. */
export function Composition({ parts }: { parts: ExecutionParts }) {
  const { source, record, events, failures, ledger, gas, payments, walks, structure, history } = parts;
  const head =
    source !== null ? SOURCES[source] : record.isPending ? 'execution record (loading)' : 'no record';
  const seen = history.data;
  const list = [
    head,
    partText('events', events),
    partText('submission failures', failures),
    partText('payment ledger', ledger),
    partText('gas events', gas),
    partText('payments', payments),
    ...(walks.data ? [partText('walks', walks)] : []),
    ...(structure.data ? ['DAG structure'] : []),
    ...(seen
      ? [
          `event history (${seen.items.length} of ${seen.looked} events${seen.complete ? '' : '; too many to load all'})`,
        ]
      : history.isPending
        ? ['event history (loading)']
        : []),
  ];
  const missing = [
    ...(source === null && !record.isPending ? ['execution record'] : []),
    ...(structure.data || structure.isPending ? [] : ['DAG structure']),
    ...(payments.data?.items.length === 0 ? ['payment'] : []),
    ...(walks.error || isWithoutRecord(source) ? ['walks'] : []),
    ...(history.error ? ['event history'] : []),
  ];
  return (
    <p className="mt-3 text-xs text-3" data-testid="composition">
      Sources: {list.join(', ')}.{missing.length > 0 && ` Not found: ${missing.join(', ')}.`}
    </p>
  );
}
