'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { ConnectionSwitch } from '@/components/connections/connection-switch';
import { classNames } from '@/components/ui/class-names';
import { isBelow, NAV } from './navigation';
import { scopes } from '@/lib/contract/scopes';
import { counted } from '@/lib/view/amount';
import { formatDuration } from '@/lib/view/time';
import { Maybe } from '@/components/values/maybe';
import { useNow } from '@/components/values/now';
import { useSession } from './session-context';

/** Navigation and connection. `onGo` runs when a page is chosen, to close the drawer. */
export function Sidebar({ onGo }: { onGo?: () => void }) {
  const pathname = usePathname() ?? '';
  return (
    <>
      <nav aria-label="Pages" className="flex flex-col gap-px">
        {NAV.map((group) => (
          <div key={group.title ?? 'top'} role="group" aria-label={group.title ?? undefined}>
            {group.title !== null && (
              <div aria-hidden className="mx-2 mt-3 mb-1 text-2xs font-medium text-3">
                {group.title}
              </div>
            )}
            {group.items.map(({ title, href, Icon }) => {
              const active = isBelow(pathname, href);
              return (
                <Link
                  key={href}
                  href={href}
                  prefetch={false}
                  aria-current={active ? 'page' : undefined}
                  onClick={onGo}
                  className={classNames(
                    'flex items-center gap-[9px] rounded-sm px-2 py-[5px]',
                    active ? 'bg-surface-3 text-text' : 'text-2 hover:bg-surface-2 hover:text-text',
                  )}
                >
                  <Icon size={15} strokeWidth={1.7} aria-hidden />
                  {title}
                </Link>
              );
            })}
          </div>
        ))}
      </nav>
      <ConnectionSwitch />
      <RailFooter />
    </>
  );
}

const DAY = 24 * 60 * 60 * 1000;

function expiry(expires_at: string, now: number): string {
  const ms = Date.parse(expires_at) - now;
  if (ms <= 0) return 'expired';
  return `expires in ${ms > DAY ? counted(Math.floor(ms / DAY), 'day') : formatDuration(ms)}`;
}

/** Index, release, key and scopes, one line each. */
function RailFooter() {
  const { index, key_id, scopes: keyScopes, expires_at } = useSession();
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
      <dd translate="no" title={key_id ?? undefined} className="mono leading-[18px]">
        {key_id}
      </dd>
      <dt>Scopes</dt>
      <dd title={keyScopes.join('\n')}>
        {keyScopes.length} of {scopes.length}
        {expires_at !== null && now !== null && <span className="text-3"> · {expiry(expires_at, now)}</span>}
      </dd>
    </dl>
  );
}
