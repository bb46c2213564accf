// What a page does when its key is none any more: it goes to Connect, which says why and leads back. Invariant: the address goes along; what is kept in the
// browser's storage (cursor, views) stays; a fresh document is asked for, so that nothing read with the key stays in memory.
import { connect } from '@/lib/view/paths';
import { connectionInUse } from './connection-in-use';

let leaving = false;

export function leaveForConnect(): void {
  const { pathname, search, hash } = window.location;
  // Several reads fail at once; one of them leaves.
  if (leaving || pathname === connect()) return;
  leaving = true;
  const ended = connectionInUse()?.id ?? '1';
  window.location.assign(connect(`${pathname}${search}${hash}`, { ended }));
}
