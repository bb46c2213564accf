'use client';
import { scopes } from '@/lib/contract/scopes';
import { formatDuration } from '@/lib/view/time';
import { Maybe } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import { useSession } from './session-context';

const DAY = 24 * 60 * 60 * 1000;

/** Whole days while there are some: an expiry in three weeks needs no hours. */
function left(expires_at: string, now: number): string {
  const ms = Date.parse(expires_at) - now;
  if (ms <= 0) return 'lapsed';
  return `lapses in ${ms > DAY ? `${Math.floor(ms / DAY)} d` : formatDuration(ms)}`;
}

/** Index, release, key and its scopes: one short line each, so that none ever wraps into another. */
export function RailFooter() {
  const { index, key_id, scopes: held, expires_at } = useSession();
  const now = useNow();
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 border-t border-line px-2 pt-2.5 text-xs leading-[18px] [&>dd]:truncate [&>dt]:text-text-3">
      <dt>index</dt>
      <dd title={index.host}>
        {index.host}
        {!index.reachable && <span className="text-fail"> no answer</span>}
      </dd>
      <dt>release</dt>
      <dd title={index.release ?? undefined}>
        <Maybe value={index.release} reason="the index does not say which release it is" />
      </dd>
      <dt>key</dt>
      <dd title={key_id ?? undefined} className="mono leading-[18px]">
        {key_id}
      </dd>
      <dt>scopes</dt>
      <dd title={held.join('\n')}>
        {held.length} of {scopes.length}
        {expires_at !== null && now !== null && <span className="text-3"> · {left(expires_at, now)}</span>}
      </dd>
    </dl>
  );
}
