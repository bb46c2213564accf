import type { Metadata } from 'next';
import { fromPageProps } from '@/lib/client/filter-url';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { CompareView } from './compare-view';

export const metadata: Metadata = { title: 'Compare DAGs' };

export default async function ComparePage({ searchParams }: PageProps<'/dags/compare'>) {
  const search = fromPageProps(await searchParams);
  const ids = ['left', 'right'].flatMap((side) => search.get(side) ?? []);
  return (
    <Prefetched
      queries={ids.map((dag_object_id) =>
        endpointQuery('dags.structure', { dag_object_id }, {}, readOnServer),
      )}
    >
      <CompareView />
    </Prefetched>
  );
}
