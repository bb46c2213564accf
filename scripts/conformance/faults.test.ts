// The suite can fail: our own index keeps every rule, and each of these faults, one at a time, is seen by the rule that should see it.
// On the embedded store, or on the server of TEST_DATABASE_URL: `npm test` runs it on both, and the faults, which are put into answers on their way out and know
// no store, on the embedded one.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Listening } from '@/lib/index-service/http/listen';
import { ownDatabase, testServer } from '@/lib/index-service/testing/test-server';
import { allRules } from './all-rules';
import { doctored, faults, type Fault } from './doctored-index';
import { startOwnIndex, type OwnIndex } from './own-index';
import { createProbe, type Rule } from './rule';
import { runRules } from './run';

/** Enough of the simulated network for a row in every listing. */
const LINES = 2_500;
const IDLE_MS = 2_000;

let own: OwnIndex;
let proxy: Listening;
let fault: Fault | undefined;
let dropDatabase = async (): Promise<void> => undefined;

beforeAll(async () => {
  const server = testServer === undefined ? undefined : await ownDatabase(testServer);
  dropDatabase = server?.drop ?? dropDatabase;
  own = await startOwnIndex({ databaseUrl: server?.url, lines: LINES, keepAliveMs: IDLE_MS / 10 });
  const handle = doctored(
    (request) => own.service.fetch(request, { address: '127.0.0.1' }),
    () => fault,
  );
  proxy = await listen(0, (request) => handle(request));
});
afterAll(async () => {
  await own.close();
  await proxy.close();
  await dropDatabase();
});

const run = (rules: readonly Rule[]) => runRules(rules, createProbe(proxy.url, own.key, { idleMs: IDLE_MS }));

test('the rules have names of their own', () => {
  const names = allRules.map((rule) => rule.name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('the honest index keeps every rule, and every rule that needs prepared events finds them', async () => {
  const results = await run(allRules);
  const told = results.map(({ rule, outcome, shown }) => ({ name: rule.name, ...outcome, shown }));
  expect(told.filter((one) => one.verdict === 'fail')).toEqual([]);
  expect(
    told.filter((one) => /^(caveat|ports|key|stream)\./.test(one.name) && one.verdict !== 'pass'),
  ).toEqual([]);
});

const judged = testServer === undefined ? faults('') : [];
test.each(judged.map(({ name, caughtBy }) => [name, caughtBy]))(
  '%s: caught by %s',
  async (name, caughtBy) => {
    fault = faults(own.key).find((one) => one.name === name);
    try {
      const [result] = await run(allRules.filter((rule) => rule.name === caughtBy));
      expect(result?.outcome.verdict).toBe('fail');
    } finally {
      fault = undefined;
    }
  },
);
