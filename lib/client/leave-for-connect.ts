// Leaves a page whose key no longer works for the Connect page, which says why and leads back. Invariant: one refused read is not enough,
// the index has to reject the key itself; a new document is loaded, so nothing read with the key stays in memory.
import { requestPath } from '@/lib/contract/endpoint-url';
import { CONNECTION } from '@/lib/contract/session';
import { connect } from '@/lib/view/paths';
import { connectionInUse } from './connection-in-use';

const USAGE = `/api/index${requestPath('keys.usage', {}, { granularity: 'total' })}`;

/** Whether the console or the index rejects the key of this page. No response is no rejection. */
export async function isKeyRejected(request: typeof fetch): Promise<boolean> {
  const id = connectionInUse()?.id;
  const headers = new Headers(id === undefined ? undefined : { [CONNECTION]: id });
  const response = await request(USAGE, { cache: 'no-store', headers }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.status === 401;
}

let asking = false;

/** Called after a read was refused with 401: leaves the page if the key itself is rejected. */
export function leaveIfKeyRejected(): void {
  const { pathname, search, hash } = window.location;
  // Several reads fail at once; one check is enough.
  if (asking || pathname === connect()) return;
  asking = true;
  void isKeyRejected((input, init) => fetch(input, init)).then((rejected) => {
    if (rejected)
      window.location.assign(connect(`${pathname}${search}${hash}`, { ended: connectionInUse()?.id ?? '1' }));
    else asking = false;
  });
}
