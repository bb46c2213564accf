'use client';
// A page's state is its URL. Changes go through window.history, which the router follows without a request to the server.
import { usePathname, useSearchParams } from 'next/navigation';
import { useMemo } from 'react';

/** The same object while the URL is the same. */
export interface PageUrl {
  search: URLSearchParams;
  push: (search: URLSearchParams) => void;
  replace: (search: URLSearchParams) => void;
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
    return {
      search,
      push: (next) => {
        // Tabs report one click twice, on press and on focus.
        if (href(next) !== `${window.location.pathname}${window.location.search}`)
          window.history.pushState(null, '', href(next));
      },
      replace: (next) => window.history.replaceState(null, '', href(next)),
    };
  }, [pathname, search]);
}
