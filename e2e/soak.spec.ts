// The soak among the full counts: the console is killed, the index is killed, the log starts again, and every reader still has the whole log, once.
// In short, live-story.spec.ts holds the same for one browser, and `npm run soak` does it for as long as you like.
import { expect, test } from '@playwright/test';
import { soak } from '@/scripts/soak/soak';
import { isLong } from '@/scripts/test-size';

test('readers hold exactly the log, whatever is killed meanwhile', { tag: '@full' }, async () => {
  test.skip(!isLong, 'takes minutes: part of `npm run test:long`');
  test.setTimeout(600_000);
  const lines: string[] = [];
  const summary = await soak({
    seconds: 180,
    readers: 20,
    keys: 2,
    perSecond: 40,
    killEverySeconds: 10,
    restartIndexEverySeconds: 30,
    resets: 1,
    simulate: 'off',
    print: (line) => void lines.push(line),
  });
  const what = `${lines.join('\n')}\n${JSON.stringify(summary)}`;
  expect(summary.killed.SIGKILL + summary.killed.SIGTERM, what).toBeGreaterThanOrEqual(2);
  expect(summary.index_restarts, what).toBeGreaterThanOrEqual(1);
  expect(summary.resets, what).toBe(1);
  expect(Math.min(...summary.events), what).toBeGreaterThan(0);
  expect(summary.wrong, what).toBe(0);
});
