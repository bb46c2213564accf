// The newest executions of a record, for server and browser alike.
import type { Read } from '@/lib/client/read';
import type { QueryInput } from '@/lib/contract/endpoints';
import { endpointQuery } from './endpoint-query';

export const lastRunsQuery = (about: QueryInput<'executions.list'>, by?: Read) =>
  endpointQuery('executions.list', {}, { ...about, page_size: '6' }, by);
