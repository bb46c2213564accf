'use client';
// The state of a page is its URL. Changes go through the browser's own history, which the router follows: no request to the server, and Back works.
import { usePathname, useSearchParams } from 'next/navigation';
import { useMemo } from 'react';

/** The same object, with the same search part, while the address is the same. */
export interface PageUrl {
  search: URLSearchParams;
  /** A step that Back undoes. */
  push: (search: URLSearchParams) => void;
  /** The same step in another form: typing, a mended link. */
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
        // Tabs tell of one press twice, when pressed and when focused: one press is one step of Back.
        if (href(next) !== `${window.location.pathname}${window.location.search}`)
          window.history.pushState(null, '', href(next));
      },
      replace: (next) => window.history.replaceState(null, '', href(next)),
    };
  }, [pathname, search]);
}
