'use client';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useEffect, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names';

/** A link as one element, because a table has hundreds; LinkLayer lets the router follow it. Never prefetches. */
export function PlainLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  return <a href={href} data-plain-link {...rest} />;
}

interface TextLinkProps {
  href: string;
  /** In the colour of the text around it; otherwise in the accent colour. */
  quiet?: boolean;
  className?: string;
  /** For ids and names. */
  translate?: 'no';
  children: ReactNode;
}

/** A link in a text or a panel's header, never prefetched. */
export function TextLink({ quiet = false, className, ...rest }: TextLinkProps) {
  const colour = quiet ? 'hover:text-accent' : 'text-accent';
  return <Link {...rest} prefetch={false} className={classNames(colour, 'hover:underline', className)} />;
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
      // Absolute: a path alone that begins with `//` would be another origin.
      router.push(link.href);
    };
    document.addEventListener('click', follow);
    return () => document.removeEventListener('click', follow);
  }, [router]);
  return null;
}
