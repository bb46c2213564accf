import { ContractError } from '@/lib/contract/errors';
import { theRelay } from '@/lib/relay/relay';
import { answering } from '@/lib/relay/respond';

/** Unknown API paths answer JSON instead of rendering the page for 404. */
function notFound(): Promise<Response> {
  return answering(() => Promise.reject(new ContractError('NOT_FOUND', 'no such path')), theRelay().log);
}

export { notFound as DELETE, notFound as GET, notFound as POST };
