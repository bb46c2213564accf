import type { ComponentProps } from 'react';

/**
 * A link within the console that is one element and nothing more: for values, of which a table has hundreds. One listener for all of them
 * (link-layer.tsx) has the router follow it, so the page is not loaded anew; nothing is fetched before that.
 */
export function PlainLink({ href, ...rest }: ComponentProps<'a'> & { href: string }) {
  return <a href={href} data-plain-link {...rest} />;
}
