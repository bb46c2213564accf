// The soak in a short form: the console is killed, the index is killed, the log starts again, and every reader still has the whole log, once.
import { expect, test } from '@playwright/test';
import { soak } from '@/scripts/soak/soak';

const LONG = process.env['TEST_LONG'] === '1';

test('readers hold exactly the log, whatever is killed meanwhile', async () => {
  test.setTimeout(LONG ? 600_000 : 240_000);
  const told: string[] = [];
  const summary = await soak({
    seconds: LONG ? 180 : 40,
    readers: 20,
    keys: 2,
    perSecond: 40,
    killEverySeconds: LONG ? 10 : 13,
    restartIndexEverySeconds: 30,
    resets: 1,
    simulate: 'off',
    say: (line) => void told.push(line),
  });
  const what = `${told.join('\n')}\n${JSON.stringify(summary)}`;
  expect(summary.killed.SIGKILL + summary.killed.SIGTERM, what).toBeGreaterThanOrEqual(2);
  expect(summary.index_restarts, what).toBeGreaterThanOrEqual(1);
  expect(summary.resets, what).toBe(1);
  expect(Math.min(...summary.events), what).toBeGreaterThan(0);
  expect(summary.wrong, what).toBe(0);
});
