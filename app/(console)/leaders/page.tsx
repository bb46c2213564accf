import { listPage } from '@/app/_prefetch/pages';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { LeadersPage } from './list';

export const metadata = { title: 'Leaders' };

export default listPage('leaders.list', LeadersPage, (by) => [endpointQuery('leaders.registry', {}, {}, by)]);
