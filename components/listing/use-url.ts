'use client';
// A page's state is its URL. Changes go through window.history, which the router follows without a request to the server.
import { usePathname, useSearchParams } from 'next/navigation';
import { useMemo } from 'react';
import { isNavigating } from '@/lib/client/pending-navigation';

/** The same object while the URL is the same. */
export interface PageUrl {
  search: URLSearchParams;
  push: (search: URLSearchParams) => void;
  replace: (search: URLSearchParams) => void;
  /** For changes that the reader did not ask for: does nothing while one that the reader made is not rendered yet, which it would undo. */
  replaceUnlessNavigating: (search: URLSearchParams) => void;
}

export function usePageUrl(): PageUrl {
  const pathname = usePathname() ?? '';
  const params = useSearchParams();
  const search = useMemo(() => new URLSearchParams(params ?? ''), [params]);
  return useMemo(() => {
    const href = (next: URLSearchParams) => {
      const text = next.toString();
      return text === '' ? pathname : `${pathname}?${text}`;
    };
    const isRendered = () =>
      pathname === window.location.pathname &&
      search.toString() === new URLSearchParams(window.location.search).toString();
    const replace = (next: URLSearchParams) => window.history.replaceState(null, '', href(next));
    return {
      search,
      push: (next) => {
        // Tabs report one click twice, on press and on focus.
        if (href(next) !== `${window.location.pathname}${window.location.search}`)
          window.history.pushState(null, '', href(next));
      },
      replace,
      replaceUnlessNavigating: (next) => {
        if (isRendered() && !isNavigating()) replace(next);
      },
    };
  }, [pathname, search]);
}
