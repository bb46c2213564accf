// The header in which Next's router says which layouts a page has already. Next answers 500 to one that it cannot parse, and with the whole
// page to a request without one. A list of another shape remains its error.
import type { Handler } from './request-head';

const HEADER = 'next-router-state-tree';

function isList(header: string): boolean {
  try {
    return Array.isArray(JSON.parse(decodeURIComponent(header)));
  } catch {
    return false;
  }
}

/** Drops the header where it is not a list in JSON. */
export const checkRouterState: Handler = ({ headers }, _, next) => {
  const header = headers[HEADER];
  if (header !== undefined && !isList(String(header))) delete headers[HEADER];
  return next();
};
