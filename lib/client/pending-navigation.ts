// Whether a navigation is on its way. A change of the URL meanwhile makes the router drop it: the reader's click is lost.
let isPending = false;

export function navigationStarted(url: string): void {
  isPending = new URL(url, window.location.href).href !== window.location.href;
}

export function navigationEnded(): void {
  isPending = false;
}

export function isNavigating(): boolean {
  return isPending;
}
