import { periodStats, recordPage } from '@/app/_prefetch/pages';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { BUCKET } from '@/lib/client/queries/run-statistics-query';
import { listingQuery } from '@/lib/client/queries/listing-query';
import { shortId } from '@/lib/view/ids';
import { LeaderDetail } from './leader-detail';

const { generateMetadata, Page } = recordPage({
  param: 'leader_cap_id',
  title: (id) => `Leader ${shortId(id)}`,
  queries: (leader_cap_id, by, search) => [
    endpointQuery('leaders.get', { leader_cap_id }, {}, by),
    listingQuery('leaders.stake-events', { leader_cap_id }, search, by),
    ...periodStats(
      'stats.leaders',
      search,
      (period) => ({ leader_cap_id, bucket: BUCKET[period], total: 'true' }),
      by,
    ),
  ],
  view: (id) => <LeaderDetail leader_cap_id={id} />,
});

export { generateMetadata };
export default Page;
