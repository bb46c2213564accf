'use client';
import { useRouter } from 'next/navigation';
import { useEffect, type ComponentProps } from 'react';

/** A link as one element, because a table has hundreds; LinkLayer lets the router follow it. Never prefetches. */
export function PlainLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  return <a href={href} data-plain-link {...rest} />;
}

/** One listener for every PlainLink. Modified clicks (new tab, new window) stay with the browser. */
export function LinkLayer() {
  const router = useRouter();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const modified = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
      if (event.defaultPrevented || modified || !(event.target instanceof Element)) return;
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
