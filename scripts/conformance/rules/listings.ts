// Rules that hold for every listing of part 4: the envelope (2.1), the fields of its records (section 2), paging, filters (4.2), 400 and 404.
import { documented, faultsOf } from '../fields';
import { listings, type ListingSpec } from '../listings';
import {
  fail,
  isRow,
  itemsOf,
  metadataOf,
  notApplicable,
  pass,
  text,
  type Outcome,
  type Probe,
  type Row,
  type Rule,
} from '../rule';

const PLACEHOLDER = /\{\w+\}/;
const UNKNOWN_ID = `0x${'f'.repeat(63)}e`;

/** The listing's path with its placeholder filled; undefined if the parent listing is empty. */
export async function pathOf(spec: ListingSpec, probe: Probe): Promise<string | undefined> {
  if (spec.parent === undefined) return spec.path;
  const { listing, field } = spec.parent;
  const rows = itemsOf(await probe.get(`${listing}?page_size=100`));
  const value = rows.map((row) => row[field]).find((id) => typeof id === 'string');
  return typeof value === 'string' ? spec.path.replace(PLACEHOLDER, encodeURIComponent(value)) : undefined;
}

/** All rows up to a limit, page by page. */
async function rowsOf(path: string, probe: Probe, bound = 300): Promise<Row[]> {
  const rows: Row[] = [];
  let token: number | null = 0;
  while (token !== null && rows.length < bound) {
    const joint: string = path.includes('?') ? '&' : '?';
    const reply = await probe.get(`${path}${joint}page_size=100${token === 0 ? '' : `&page_token=${token}`}`);
    rows.push(...itemsOf(reply));
    token = metadataOf(reply).next_token;
  }
  return rows;
}

function onListing(spec: ListingSpec, check: (path: string, probe: Probe) => Promise<Outcome>) {
  return async (probe: Probe): Promise<Outcome> => {
    const path = await pathOf(spec, probe);
    return path === undefined ? notApplicable('no row to take an id from') : check(path, probe);
  };
}

function envelope(spec: ListingSpec): Rule {
  return {
    name: `listing.envelope ${spec.path}`,
    section: '2.1',
    requirement: 'returns items and metadata with next_token and total_items; at most 20 items by default',
    check: onListing(spec, async (path, probe) => {
      const reply = await probe.get(path);
      const items = itemsOf(reply);
      const { next_token, total_items } = metadataOf(reply);
      if (items.length > 20) return fail(`${items.length} items on a page of the default size`);
      if (total_items < items.length)
        return fail(`total_items ${total_items} is less than the ${items.length} items served`);
      if (next_token === null && total_items > items.length && spec.path !== '/events')
        return fail('no next_token although more rows exist');
      return pass;
    }),
  };
}

function records(spec: ListingSpec): Rule | undefined {
  const { record } = spec;
  if (record === undefined) return undefined;
  return {
    name: `listing.records ${spec.path}`,
    section: '2',
    requirement: `every ${record} has its required fields with their types`,
    check: onListing(spec, async (path, probe) => {
      const items = itemsOf(await probe.get(`${path}?page_size=100`));
      if (items.length === 0) return notApplicable('no rows');
      for (const item of items) {
        const problem = faultsOf(record, item)[0];
        if (problem !== undefined) return fail(problem);
        for (const [field, values] of Object.entries(documented[record] ?? {})) {
          const value = item[field];
          if (typeof value === 'string' && !values.includes(value))
            return fail(`${field} is "${value}", not one of ${values.join(', ')}`);
        }
      }
      return pass;
    }),
  };
}

function paging(spec: ListingSpec): Rule {
  return {
    name: `listing.paging ${spec.path}`,
    section: '2.1',
    requirement: 'page_size bounds the page, next_token leads to the rows that follow, without repeats',
    check: onListing(spec, async (path, probe) => {
      const first = await probe.get(`${path}?page_size=2`);
      const { next_token } = metadataOf(first);
      if (itemsOf(first).length > 2) return fail('more items than page_size');
      if (next_token === null) return notApplicable('fewer than three rows');
      const second = itemsOf(await probe.get(`${path}?page_size=2&page_token=${next_token}`));
      const both = itemsOf(await probe.get(`${path}?page_size=4`));
      const seen = [...itemsOf(first), ...second].map((row) => probeKey(row));
      if (new Set(seen).size !== seen.length) return fail('a row is on two pages');
      const moved = seen.some((key, index) => both[index] !== undefined && probeKey(both[index]) !== key);
      return moved && !isLive(spec) ? fail('two pages of two differ from one page of four') : pass;
    }),
  };
}

/** Listings whose newest rows may change between two reads of a live network. */
function isLive(spec: ListingSpec): boolean {
  return (
    ['/events', '/payments', '/priority-fee-vault/events', '/tasks'].includes(spec.path) ||
    spec.path.endsWith('/executions')
  );
}

function probeKey(row: Row): string {
  return Object.entries(row)
    .filter(([key]) => /^(id|fqn|.*_id|object_id|kind|tx_digest|created_at)$/.test(key))
    .map(([key, value]) => `${key}=${text(value)}`)
    .join('|');
}

/** Limits reading a large listing. */
const WALK = 500;

function total(spec: ListingSpec): Rule {
  return {
    name: `listing.total ${spec.path}`,
    section: '2.1',
    requirement: 'total_items is the number of rows on all pages',
    check: onListing(spec, async (path, probe) => {
      const { total_items } = metadataOf(await probe.get(`${path}?page_size=1`));
      // Rows of /events may be counted and skipped.
      if (total_items > WALK || spec.path === '/events') return notApplicable('too many rows to count');
      const { length } = await rowsOf(path, probe, WALK + 1);
      const after = metadataOf(await probe.get(`${path}?page_size=1`)).total_items;
      return length >= total_items && length <= after
        ? pass
        : fail(`total_items is ${total_items}, the pages hold ${length} rows`);
    }),
  };
}

function filters(spec: ListingSpec): Rule[] {
  const rules = (spec.equals ?? []).map((field): Rule => ({
    name: `filter.${field} ${spec.path}`,
    section: spec.section ?? '4',
    requirement: `${field} returns only rows with the value`,
    check: onListing(spec, async (path, probe) => {
      const value = (await rowsOf(path, probe))
        .map((row) => row[field])
        .find((found) => found !== null && found !== undefined);
      if (value === undefined) return notApplicable(`no row has a ${field}`);
      const found = await rowsOf(`${path}?${field}=${encodeURIComponent(text(value))}`, probe);
      if (found.length === 0) return fail('the row that has the value is not found by it');
      const wrong = found.find((row) => text(row[field]) !== text(value));
      return wrong === undefined
        ? pass
        : fail(`a row with ${field} ${text(wrong[field])} came for ${text(value)}`);
    }),
  }));
  for (const [field, truth] of Object.entries(spec.booleans ?? {}))
    rules.push({
      name: `filter.${field} ${spec.path}`,
      section: '4.2',
      requirement: `${field}=true and =false each return only their rows; rows where it is null match neither`,
      check: onListing(spec, async (path, probe) => {
        for (const expected of [true, false]) {
          const wrong = (await rowsOf(`${path}?${field}=${String(expected)}`, probe)).find(
            (row) => truth(row) !== expected,
          );
          if (wrong !== undefined)
            return fail(`${field}=${String(expected)} serves a row where it is ${String(truth(wrong))}`);
        }
        const all = metadataOf(await probe.get(path)).total_items;
        const yes = metadataOf(await probe.get(`${path}?${field}=true`)).total_items;
        const no = metadataOf(await probe.get(`${path}?${field}=false`)).total_items;
        return yes + no <= all ? pass : fail(`${yes} + ${no} rows of ${all}`);
      }),
    });
  return rules;
}

function createdBetween(spec: ListingSpec): Rule | undefined {
  if (spec.createdBetween !== true) return undefined;
  return {
    name: `filter.created ${spec.path}`,
    section: '4',
    requirement: 'created_after and created_before are inclusive',
    check: onListing(spec, async (path, probe) => {
      const row = (await rowsOf(path, probe)).find(
        (candidate) => typeof candidate['created_at'] === 'string',
      );
      if (row === undefined) return notApplicable('no rows');
      const at = String(row['created_at']);
      const exact = await rowsOf(
        `${path}?created_after=${encodeURIComponent(at)}&created_before=${encodeURIComponent(at)}`,
        probe,
      );
      if (!exact.some((match) => probeKey(match) === probeKey(row)))
        return fail(`the row created at ${at} is not within [${at}, ${at}]`);
      const outside = exact.find((match) => Date.parse(String(match['created_at'])) !== Date.parse(at));
      return outside === undefined
        ? pass
        : fail(`a row of ${String(outside['created_at'])} is within [${at}, ${at}]`);
    }),
  };
}

function invalid(spec: ListingSpec): Rule[] {
  const values = { ...spec.invalid, page_size: '0', page_token: 'x' };
  return Object.entries(values).map(([parameter, value]) => ({
    name: `invalid.${parameter} ${spec.path}`,
    section: '4.2',
    requirement: `${parameter}=${value} is rejected with 400`,
    selfOnly: parameter.startsWith('page_'),
    check: onListing(spec, async (path, probe) => {
      const { status } = await probe.get(`${path}?${parameter}=${encodeURIComponent(value)}`);
      return status === 400 ? pass : fail(`status ${status}`);
    }),
  }));
}

function unknownParent(spec: ListingSpec): Rule | undefined {
  if (spec.parent === undefined) return undefined;
  return {
    name: `absent ${spec.path}`,
    section: '7',
    requirement: 'a parent that does not exist is 404',
    async check(probe) {
      const { status } = await probe.get(spec.path.replace(PLACEHOLDER, UNKNOWN_ID));
      return status === 404 ? pass : fail(`status ${status}`);
    },
  };
}

function unknownParameter(spec: ListingSpec): Rule {
  return {
    name: `ignored ${spec.path}`,
    section: '4.2',
    requirement: 'an unknown parameter, such as the former owner, is ignored',
    check: onListing(spec, async (path, probe) => {
      const plain = metadataOf(await probe.get(`${path}?page_size=1`)).total_items;
      const reply = await probe.get(`${path}?page_size=1&owner=${UNKNOWN_ID}&colour=blue`);
      if (reply.status !== 200) return fail(`status ${reply.status}`);
      const { total_items } = metadataOf(reply);
      return total_items >= plain ? pass : fail(`total_items fell from ${plain} to ${total_items}`);
    }),
  };
}

export const listingRules: Rule[] = listings.flatMap((spec) =>
  [
    envelope(spec),
    records(spec),
    paging(spec),
    total(spec),
    ...filters(spec),
    createdBetween(spec),
    ...invalid(spec),
    unknownParent(spec),
    unknownParameter(spec),
  ].filter((rule) => rule !== undefined),
);

/** A single-record endpoint and an unknown id. */
export const recordRules: Rule[] = [
  ['/leaders', 'leader_cap_id', 'leader'],
  ['/payments', 'payment_object_id', 'payment'],
  ['/dags', 'object_id', 'dag'],
].map(([listing = '', field = '', record = '']) => ({
  name: `record ${listing}/{id}`,
  section: '4',
  requirement: 'returns the same record as its listing, and 404 for an unknown id',
  async check(probe: Probe) {
    const row = itemsOf(await probe.get(listing))[0];
    if (row === undefined) return notApplicable('no rows');
    const reply = await probe.get(`${listing}/${String(row[field])}`);
    if (reply.status !== 200 || !isRow(reply.json)) return fail(`status ${reply.status}`);
    const problem = faultsOf(record as 'leader', reply.json)[0];
    if (problem !== undefined) return fail(problem);
    if (reply.json[field] !== row[field]) return fail(`${field} differs`);
    const absent = await probe.get(`${listing}/${UNKNOWN_ID}`);
    return absent.status === 404 ? pass : fail(`an unknown id answers ${absent.status}`);
  },
}));
