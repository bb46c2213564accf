// The redirect of web frameworks that insist on a slash at the end of a path, or on none.
// Invariant: the target is the request's own URL but for that slash, so the key never goes to another origin or path.

const REDIRECTS = new Set([301, 302, 307, 308]);

/** Where such a redirect leads; undefined for every other response. */
export function slashRedirect(
  requested: string,
  { status, location }: { status: number; location: string | null | undefined },
): string | undefined {
  if (!REDIRECTS.has(status) || location === null || location === undefined) return undefined;
  const target = new URL(requested);
  target.pathname = target.pathname.endsWith('/') ? target.pathname.slice(0, -1) : `${target.pathname}/`;
  if (!URL.canParse(location, requested)) return undefined;
  const { origin, pathname } = new URL(location, requested);
  return origin === target.origin && pathname === target.pathname ? target.href : undefined;
}
