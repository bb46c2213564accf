// Whether a navigation is on its way. A change of the URL meanwhile makes the router drop it: the reader's click is lost.
let isPending = false;

export function navigationStarted(url: string): void {
  const { pathname, search } = new URL(url, window.location.href);
  // A link within the page opens nothing.
  isPending = pathname !== window.location.pathname || search !== window.location.search;
}

export function navigationEnded(): void {
  isPending = false;
}

export function isNavigating(): boolean {
  return isPending;
}
