import { ContractError } from '@/lib/contract/errors';
import { handleRequest } from '@/lib/relay/responses';

/** Unknown API paths answer JSON instead of rendering the page for 404. */
function notFound(request: Request): Promise<Response> {
  return handleRequest(request, () => Promise.reject(new ContractError('NOT_FOUND', 'no such path')));
}

export { notFound as DELETE, notFound as GET, notFound as POST };
