'use client';
// What nuqs keeps in the URL is written through window.history, as in components/listing/use-url.ts.
import { usePathname, useSearchParams } from 'next/navigation';
import {
  renderQueryString,
  unstable_createAdapterProvider,
  type unstable_AdapterInterface,
} from 'nuqs/adapters/custom';
import { useCallback } from 'react';
import { isNavigating } from '@/lib/client/pending-navigation';

function useHistoryAdapter(): unstable_AdapterInterface {
  const pathname = usePathname() ?? '';
  const searchParams = useSearchParams() ?? new URLSearchParams();
  const updateUrl = useCallback<unstable_AdapterInterface['updateUrl']>(
    (search, options) => {
      // A playback writes each step: the reader may be leaving the page, or have left it.
      if (isNavigating() || pathname !== window.location.pathname) return;
      const url = `${pathname}${renderQueryString(search)}${window.location.hash}`;
      if (options.history === 'push') window.history.pushState(null, '', url);
      else window.history.replaceState(null, '', url);
      if (options.scroll) window.scrollTo(0, 0);
    },
    [pathname],
  );
  return { searchParams, updateUrl };
}

/** Unlike the adapter for Next, which undoes a navigation that is on its way. */
export const UrlState = unstable_createAdapterProvider(useHistoryAdapter);
