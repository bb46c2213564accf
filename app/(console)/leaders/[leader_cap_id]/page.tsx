import type { Metadata } from 'next';
import { Prefetched } from '@/app/_prefetch/prefetched';
import { fromPageProps } from '@/lib/client/filters';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { listingQuery } from '@/lib/client/queries/listing-query';
import { readOnServer } from '@/lib/relay/server-reader';
import { shortId } from '@/lib/view/ids';
import { LeaderDetail } from './leader-detail';

type Props = PageProps<'/leaders/[leader_cap_id]'>;

async function idOf({ params }: Props): Promise<string> {
  return decodeURIComponent((await params).leader_cap_id);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: `Leader ${shortId(await idOf(props))}` };
}

export default async function LeaderPage(props: Props) {
  const leader_cap_id = await idOf(props);
  const search = fromPageProps(await props.searchParams);
  return (
    <Prefetched
      queries={[
        endpointQuery('leaders.get', { leader_cap_id }, {}, readOnServer),
        listingQuery('leaders.stake-events', { leader_cap_id }, search, readOnServer),
      ]}
    >
      <LeaderDetail leader_cap_id={leader_cap_id} />
    </Prefetched>
  );
}
