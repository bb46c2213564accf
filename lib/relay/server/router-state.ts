// The header in which Next's router says which layouts a page has already. Next answers 500 to one that it cannot read, and with the whole
// page to a request without one.
import type { Handler } from './request-head';

const HEADER = 'next-router-state-tree';

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isNumber: Check = (value) => typeof value === 'number';
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);

/** A list of these items, of which the last may be left out. */
const tuple =
  (checks: readonly Check[], least = checks.length): Check =>
  (value) =>
    Array.isArray(value) &&
    value.length >= least &&
    value.length <= checks.length &&
    value.every((item, place) => checks[place]?.(item));

/** `d`: of one segment, `c` and `oc`: of the rest of the path; `i`: of an intercepted one. */
const PARAMETER = /^(oc|[cd](i(\(\.{1,3}\)|\(\.\.\)\(\.\.\)))?)$/;
const REFRESH = ['refetch', 'inside-shared-layout', 'metadata-only'];

const isParameter = tuple([
  isText,
  isText,
  (kind) => isText(kind) && PARAMETER.test(String(kind)),
  orNull((siblings) => Array.isArray(siblings) && siblings.every(isText)),
]);

const isStates: Check = (value) =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((state) => isState(state));

/** The segment, its parallel routes, and up to four marks. */
const isState = tuple(
  [
    (segment) => isText(segment) || isParameter(segment),
    isStates,
    orNull(tuple([isText, isText])),
    orNull((mark) => REFRESH.includes(mark as string)),
    orNull(isNumber),
    isText,
  ],
  2,
);

function isReadable(header: string): boolean {
  try {
    return isState(JSON.parse(decodeURIComponent(header)));
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
