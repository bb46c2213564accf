'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { ConnectionSwitch } from '@/components/connections/connection-switch';
import { classNames } from '@/components/ui/class-names';
import { isBelow, NAV } from './navigation';
import { useSession } from './session-context';

/** Navigation and connection. `onGo` runs when a page is chosen, to close the drawer. */
export function Sidebar({ onGo }: { onGo?: () => void }) {
  const pathname = usePathname() ?? '';
  const { connections, networks } = useSession();
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
                    'control flex items-center gap-[9px] rounded-sm px-2 py-[5px]',
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
      {(connections.length > 1 || networks.length > 1) && <ConnectionSwitch />}
    </>
  );
}
