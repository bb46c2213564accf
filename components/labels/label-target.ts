import { isObjectId, normaliseId } from '@/lib/contract/ids';
import type { Label } from '@/lib/client/id-labels';
import type { IdFamily, RecordPage } from '@/lib/view/paths';

export type LabelTarget = Pick<Label, 'type' | 'ref'>;

/** A tool's name says what it is. */
const TYPES: Readonly<Record<Exclude<RecordPage, 'tools'>, IdFamily>> = {
  leaders: 'leader',
  agents: 'agent',
  dags: 'dag',
  executions: 'execution',
  tasks: 'task',
  payments: 'payment',
  address: 'address',
};

/** What a record's label is stored under; null where there is no id to label. */
export function labelTarget(record: { page: RecordPage; id: string } | null): LabelTarget | null {
  if (record === null || record.page === 'tools' || !isObjectId(record.id)) return null;
  return { type: TYPES[record.page], ref: normaliseId(record.id) };
}
