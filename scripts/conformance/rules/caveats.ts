// Projection caveats as behaviour (part 1, 2.3, 2.11, 4.2, 4.4, 6.2), tested with the prepared events; otherwise not applicable.
import { digestOf, EXACT, fqnOf, idOf, LATER, UNDECODABLE_SENDER } from '../prepared-events';
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

const ABSENT = notApplicable('the prepared events are not in this index');

/** The first field that differs from the expected one, as a sentence. Integers are compared exactly. */
function difference(row: Row, expected: Row): string | undefined {
  const wrong = Object.keys(expected).find((field) => text(row[field] ?? null) !== text(expected[field]));
  return wrong === undefined
    ? undefined
    : `${wrong} is ${text(row[wrong] ?? null)}, expected ${text(expected[wrong])}`;
}

/** Present if the prepared events were ingested, since all of them were ingested together. */
async function prepared(probe: Probe): Promise<boolean> {
  const { shown } = probe;
  const reply = await probe.get(`/events?tx_digest=${digestOf('request')}`);
  const found = reply.status === 200 && itemsOf(reply).length > 0;
  probe.shown = shown;
  return found;
}

function rule(
  name: string,
  section: string,
  requirement: string,
  check: (probe: Probe) => Promise<string | undefined>,
): Rule {
  return {
    name: `caveat.${name}`,
    section,
    requirement,
    selfOnly: true,
    async check(probe): Promise<Outcome> {
      if (!(await prepared(probe))) return ABSENT;
      const problem = await check(probe);
      return problem === undefined ? pass : fail(problem);
    },
  };
}

async function record(probe: Probe, path: string): Promise<Row> {
  const { status, json } = await probe.get(path);
  if (status !== 200 || !isRow(json)) throw new Error(`status ${status}`);
  return json;
}

const leader = (probe: Probe, name: string) => record(probe, `/leaders/${idOf(name)}`);
const tool = (probe: Probe, name: string) => record(probe, `/tools/${encodeURIComponent(fqnOf(name))}`);

async function toolNames(probe: Probe, query: string): Promise<unknown[]> {
  const path = `/tools?page_size=100&fqn=${encodeURIComponent('conformance.prepared.')}${query}`;
  return itemsOf(await probe.get(path)).map((row) => row['fqn']);
}

export const caveatRules: Rule[] = [
  rule(
    'aggregates',
    '2.3',
    'a log that starts mid-history gives low aggregates, never negative ones',
    async (probe) => difference(await leader(probe, 'early'), { stake_pool_total: 0, stake_total_shares: 0 }),
  ),
  rule(
    'checkpoint',
    '2.3',
    'a deposit sets the aggregates, claims and slashes subtract from them',
    async (probe) =>
      difference(await leader(probe, 'checkpoint'), { stake_pool_total: 1_300, stake_total_shares: 1_001 }),
  ),
  rule(
    'deposits',
    '4.4',
    'deposit rows carry the state after them, other rows only their difference',
    async (probe) => {
      const rows = itemsOf(await probe.get(`/leaders/${idOf('checkpoint')}/stake-events`));
      const ledger = rows.map((row) =>
        ['kind', 'amount', 'total_shares', 'pool_total'].map((field) => text(row[field] ?? null)).join(' '),
      );
      const expected = [
        'unstake_claimed 200 null null',
        'deposited 101 1101 1500',
        'slashed 300 null null',
        'deposited 100 1000 1000',
      ];
      return ledger.join() === expected.join() ? undefined : `the ledger is ${ledger.join(', ')}`;
    },
  ),
  rule(
    'first-seen',
    '2.3',
    'a leader first seen in a stake event has null in fields of other events',
    async (probe) =>
      difference(await leader(probe, 'checkpoint'), {
        is_founding: false,
        network_object_id: null,
        leader_address: null,
        status: null,
        claim_token: null,
        issued_tx_digest: null,
        registry_object_id: idOf('registry'),
      }),
  ),
  rule(
    'unclaimed',
    '4.2',
    'a leader without a claim is among claimed=false and not among claimed=true',
    async (probe) => {
      for (const claimed of [true, false]) {
        const path = `/leaders?claimed=${String(claimed)}&page_size=100`;
        const found = itemsOf(await probe.get(path)).some((row) => row['leader_cap_id'] === idOf('early'));
        if (found === claimed) return `claimed=${String(claimed)} ${found ? 'lists' : 'does not list'} it`;
      }
      return undefined;
    },
  ),
  rule(
    'untimed',
    '1',
    'without a chain time onchain_created_at is null until it is filled in',
    async (probe) => {
      const before = difference(await leader(probe, 'untimed'), { onchain_created_at: null });
      if (before !== undefined) return before;
      const { onchain_created_at } = await leader(probe, 'filled');
      return Date.parse(text(onchain_created_at)) === Date.parse(LATER)
        ? undefined
        : `filled in, it is ${text(onchain_created_at)}`;
    },
  ),
  rule(
    'registered-again',
    '2.11',
    'registering again keeps the creator and clears unregistered_at',
    async (probe) => {
      const row = await tool(probe, 'again');
      const problem = difference(row, {
        creator: idOf('first creator'),
        is_registered: true,
        unregistered_at: null,
      });
      if (problem !== undefined) return problem;
      return Date.parse(text(row['registered_at'])) === Date.parse(LATER)
        ? undefined
        : `registered_at is ${text(row['registered_at'])}`;
    },
  ),
  rule('slash', '2.11', 'a slash does not move vault_balance_us, and the amount is exact', async (probe) =>
    difference(await tool(probe, 'slashed'), { vault_balance_us: BigInt(EXACT) }),
  ),
  rule(
    'verified',
    '4.2',
    'verified=true and verified=false both leave out a tool where it is null',
    async (probe) => {
      if (!(await toolNames(probe, '')).includes(fqnOf('slashed')))
        return 'without the filter it is not listed';
      for (const value of ['true', 'false'])
        if ((await toolNames(probe, `&verified=${value}`)).includes(fqnOf('slashed')))
          return `verified=${value} lists it`;
      return undefined;
    },
  ),
  rule(
    'no-contract',
    '2.11',
    'a tool without port contract is not in the listing, nor counted',
    async (probe) => {
      const path = `/tools?fqn=${encodeURIComponent(fqnOf('bare'))}`;
      const reply = await probe.get(path);
      if (itemsOf(reply).length > 0) return 'it is listed';
      return metadataOf(reply).total_items === 0 ? undefined : 'it is counted';
    },
  ),
  rule(
    'undecodable',
    '6.2',
    'a catalogue row that does not decode is counted and skipped; other kinds are not counted',
    async (probe) => {
      const reply = await probe.get(`/events?sender=${UNDECODABLE_SENDER}`);
      const digests = itemsOf(reply).map((row) => row['tx_digest']);
      if (digests.join() !== [digestOf('after'), digestOf('before')].join())
        return `${digests.length} items are served, or others`;
      const { total_items } = metadataOf(reply);
      return total_items === 3 ? undefined : `total_items is ${total_items}, expected 3`;
    },
  ),
  rule(
    'undecodable-paging',
    '6.2',
    'next_token advances by rows scanned: no row is served twice or lost beside a skipped one',
    async (probe) => {
      const seen: unknown[] = [];
      let token: number | null = null;
      let pages = 0;
      do {
        const next: string = token === null ? '' : `&page_token=${String(token)}`;
        const reply = await probe.get(`/events?sender=${UNDECODABLE_SENDER}&page_size=1${next}`);
        seen.push(...itemsOf(reply).map((row) => row['tx_digest']));
        token = metadataOf(reply).next_token;
        pages += 1;
      } while (token !== null && pages < 6);
      if (seen.join() !== [digestOf('after'), digestOf('before')].join())
        return `${seen.length} rows came, or others`;
      return pages === 3 ? undefined : `${pages} pages for three rows`;
    },
  ),
];
