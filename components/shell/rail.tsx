'use client';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { classNames } from '@/components/ui/class-names';
import { isBelow, NAV } from './nav';
import { RailFooter } from './rail-footer';

interface RailProps {
  switcher?: ReactNode;
  onGo?: () => void;
}

/** Navigation and connection. `onGo` runs when a page is chosen, to close the drawer. */
export function Rail({ switcher, onGo }: RailProps) {
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
      {switcher}
      <RailFooter />
    </>
  );
}
