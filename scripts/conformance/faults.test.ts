// Our own index passes every rule, and each fault is detected by its rule.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen, type Listening } from '@/lib/index-service/http/listen';
import { allRules } from './all-rules';
import { withFaults, faults, type Fault } from './faulty-index';
import { startLocalIndex, type LocalIndex } from './local-index';
import { createProbe, type Rule } from './rule';
import { runRules } from './run';

/** Enough lines of the simulated network for a row in every listing. */
const LINES = 2_500;
const IDLE_MS = 2_000;

let index: LocalIndex;
let proxy: Listening;
let fault: Fault | undefined;

beforeAll(async () => {
  index = await startLocalIndex({ lines: LINES, keepAliveMs: IDLE_MS / 10 });
  const handle = withFaults(
    (request) => index.service.fetch(request, { address: '127.0.0.1' }),
    () => fault,
  );
  proxy = await listen(0, (request) => handle(request));
});
afterAll(async () => {
  await index.close();
  await proxy.close();
});

const run = (rules: readonly Rule[]) =>
  runRules(rules, createProbe(proxy.url, index.key, { idleMs: IDLE_MS }));

test('rule names are unique', () => {
  const names = allRules.map((rule) => rule.name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test(
  'our index passes every rule, and rules that need prepared events find them',
  { tags: ['full'] },
  async () => {
    const results = await run(allRules);
    const outcomes = results.map(({ rule, outcome, shown }) => ({ name: rule.name, ...outcome, shown }));
    expect(outcomes.filter(({ verdict }) => verdict === 'fail')).toEqual([]);
    expect(
      outcomes.filter(
        (outcome) => /^(caveat|ports|key|stream)\./.test(outcome.name) && outcome.verdict !== 'pass',
      ),
    ).toEqual([]);
  },
);

test.each(faults('').map(({ name, caughtBy }) => [name, caughtBy]))(
  '%s: caught by %s',
  { tags: ['full'] },
  async (name, caughtBy) => {
    fault = faults(index.key).find((candidate) => candidate.name === name);
    try {
      const [result] = await run(allRules.filter((rule) => rule.name === caughtBy));
      expect(result?.outcome.verdict).toBe('fail');
    } finally {
      fault = undefined;
    }
  },
);
