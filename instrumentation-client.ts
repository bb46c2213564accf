import { navigationStarted } from '@/lib/client/pending-navigation';

/** Next calls this in the browser when a link or the router begins a navigation. */
export function onRouterTransitionStart(url: string): void {
  navigationStarted(url);
}
