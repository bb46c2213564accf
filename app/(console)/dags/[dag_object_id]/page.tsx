import type { Metadata } from 'next';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { shortId } from '@/lib/view/ids';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { DagView } from './dag-view';

type Props = PageProps<'/dags/[dag_object_id]'>;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { dag_object_id } = await params;
  return { title: `DAG ${shortId(decodeURIComponent(dag_object_id))}` };
}

export default async function DagPage({ params }: Props) {
  const dag_object_id = decodeURIComponent((await params).dag_object_id);
  return (
    <Prefetched
      queries={[
        endpointQuery('dags.get', { dag_object_id }, {}, readOnServer),
        endpointQuery('dags.structure', { dag_object_id }, {}, readOnServer),
      ]}
    >
      <DagView dag_object_id={dag_object_id} />
    </Prefetched>
  );
}
