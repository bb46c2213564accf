import type { Metadata } from 'next';
import { allPagesQuery } from '@/lib/client/queries/all-pages-query';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { shortId } from '@/lib/view/ids';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { ReadExecution } from './execution-view';

type Props = PageProps<'/executions/[execution_object_id]'>;

async function idOf({ params }: Props): Promise<string> {
  return decodeURIComponent((await params).execution_object_id);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `Execution ${shortId(await idOf(props))}` };
}

export default async function ExecutionPage(props: Props) {
  const execution_object_id = await idOf(props);
  return (
    <Prefetched
      queries={[
        endpointQuery('executions.get', { execution_object_id }, {}, readOnServer),
        allPagesQuery('executions.events', { execution_object_id }, (row) => row.id, {}, readOnServer),
      ]}
    >
      <ReadExecution execution_object_id={execution_object_id} />
    </Prefetched>
  );
}
