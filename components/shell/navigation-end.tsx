'use client';
import { usePathname, useSearchParams } from 'next/navigation';
import { useEffect } from 'react';
import { navigationEnded } from '@/lib/client/pending-navigation';

/** Notes that the page that was navigated to is rendered. */
export function NavigationEnd(): null {
  const pathname = usePathname();
  const search = useSearchParams();
  useEffect(navigationEnded, [pathname, search]);
  return null;
}
