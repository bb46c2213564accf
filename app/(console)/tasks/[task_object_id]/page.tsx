import type { Metadata } from 'next';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { fromPageProps } from '@/lib/client/filters';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { listingQuery } from '@/lib/client/queries/listing-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { shortId } from '@/lib/view/ids';
import { TaskDetail } from './task-detail';
import { occurrencesQuery, reserveQuery } from './task-queries';

type Props = PageProps<'/tasks/[task_object_id]'>;

async function idOf({ params }: Props): Promise<string> {
  return decodeURIComponent((await params).task_object_id);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `Task ${shortId(await idOf(props))}` };
}

export default async function TaskPage(props: Props) {
  const task_object_id = await idOf(props);
  const search = fromPageProps(await props.searchParams);
  return (
    <Prefetched
      queries={[
        endpointQuery('tasks.executions', { task_object_id }, {}, readOnServer),
        listingQuery('tasks.executions', { task_object_id }, search, readOnServer),
        occurrencesQuery(task_object_id, readOnServer),
        reserveQuery(task_object_id, readOnServer),
      ]}
    >
      <TaskDetail task_object_id={task_object_id} />
    </Prefetched>
  );
}
