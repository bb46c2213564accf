'use client';
import { scopes } from '@/lib/contract/scopes';
import { counted } from '@/lib/view/amount';
import { formatDuration } from '@/lib/view/time';
import { Maybe } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import { useSession } from './session-context';

const DAY = 24 * 60 * 60 * 1000;

function expiry(expires_at: string, now: number): string {
  const ms = Date.parse(expires_at) - now;
  if (ms <= 0) return 'expired';
  return `expires in ${ms > DAY ? counted(Math.floor(ms / DAY), 'day') : formatDuration(ms)}`;
}

/** Index, release, key and scopes, one line each. */
export function RailFooter() {
  const { index, key_id, scopes: held, expires_at } = useSession();
  const now = useNow();
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2 border-t border-line px-2 pt-2.5 text-xs leading-[18px] [&>dd]:truncate [&>dt]:text-text-3">
      <dt>Index</dt>
      <dd title={index.host}>
        {index.host}
        {!index.reachable && <span className="text-fail"> unreachable</span>}
      </dd>
      <dt>Release</dt>
      <dd title={index.release ?? undefined}>
        <Maybe value={index.release} reason="the index doesn't report its release" />
      </dd>
      <dt>Key</dt>
      <dd title={key_id ?? undefined} className="mono leading-[18px]">
        {key_id}
      </dd>
      <dt>Scopes</dt>
      <dd title={held.join('\n')}>
        {held.length} of {scopes.length}
        {expires_at !== null && now !== null && <span className="text-3"> · {expiry(expires_at, now)}</span>}
      </dd>
    </dl>
  );
}
