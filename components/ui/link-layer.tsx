'use client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

/** Has the router follow every plain link (plain-link.tsx). Other clicks than the plain one, into a new tab or window, are the browser's. */
export function LinkLayer() {
  const router = useRouter();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const other = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (event.defaultPrevented || other || !(event.target instanceof Element)) return;
      const link = event.target.closest('a[data-plain-link]');
      if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return;
      event.preventDefault();
      router.push(`${link.pathname}${link.search}${link.hash}`);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [router]);
  return null;
}
