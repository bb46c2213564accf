import { listPage } from '@/app/_prefetch/pages';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { LeadersTable } from './leaders-table';

export const metadata = { title: 'Leaders' };

export default listPage('leaders.list', LeadersTable, (by) => [
  endpointQuery('leaders.registry', {}, {}, by),
]);
