// The header in which Next's router says which layouts a page has already. Next answers 500 to one that it cannot read, and with the whole
// page to a request without one. Invariant: what is passed on can be read.
import type { Handler } from './request-head';

const HEADER = 'next-router-state-tree';

/** What Next reads, in characters; no page of the console is nested nearly as deeply. */
const MOST = { characters: 40_000, depth: 30 };

const PARAMETER_TYPES: readonly unknown[] = ['c', 'd', 'oc'];
const MARKERS: readonly unknown[] = [null, 'refetch', 'inside-shared-layout', 'metadata-only'];

const isTexts = (values: unknown) =>
  Array.isArray(values) && values.every((value) => typeof value === 'string');

/** A part of the path, or a parameter of it: name, value, type and siblings. */
function isSegment(value: unknown): boolean {
  if (!Array.isArray(value)) return typeof value === 'string';
  const [name, text, type, siblings, ...rest] = value as unknown[];
  const isParameter = isTexts([name, text]) && PARAMETER_TYPES.includes(type);
  return isParameter && (siblings === null || isTexts(siblings)) && rest.length === 0;
}

/** A segment, what is mounted below it by slot, then what the router adds to a request. */
function isState(state: unknown, depth = 0): boolean {
  if (!Array.isArray(state) || depth > MOST.depth) return false;
  const [segment, slots, address = null, marker = null, hints = null, ...rest] = state as unknown[];
  return (
    isSegment(segment) &&
    typeof slots === 'object' &&
    slots !== null &&
    !Array.isArray(slots) &&
    Object.values(slots).every((slot) => isState(slot, depth + 1)) &&
    address === null &&
    MARKERS.includes(marker) &&
    (hints === null || typeof hints === 'number') &&
    rest.length === 0
  );
}

function isReadable(header: string): boolean {
  try {
    return header.length <= MOST.characters && isState(JSON.parse(decodeURIComponent(header)));
  } catch {
    return false;
  }
}

/** Drops the header where Next could not read it. */
export const checkRouterState: Handler = ({ headers }, _, next) => {
  const header = headers[HEADER];
  if (header !== undefined && !isReadable(String(header))) delete headers[HEADER];
  return next();
};
