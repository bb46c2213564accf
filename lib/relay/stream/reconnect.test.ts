import { expect, it } from 'vitest';
import { createReconnectDelay } from './reconnect';

it('waits up to half a minute, or less while the index is unreachable', () => {
  const take = (unreachable: boolean) => {
    const delay = createReconnectDelay(() => 1);
    return Array.from({ length: 9 }, () => delay.next({ unreachable }));
  };
  expect(take(false)).toEqual([250, 500, 1000, 2000, 4000, 8000, 16000, 30000, 30000]);
  expect(take(true).slice(-3)).toEqual([8000, 8000, 8000]);
});

it('honours Retry-After up to a limit', () => {
  const delay = createReconnectDelay(() => 0);
  expect(delay.next({ atLeast: 7_000 })).toBe(7_000);
  expect(delay.next({ atLeast: 86_400_000 })).toBe(300_000);
});

it('starts small again after a stable connection', () => {
  const delay = createReconnectDelay(() => 1);
  for (let failures = 0; failures < 9; failures += 1) delay.next();
  delay.succeeded('progress');
  expect(delay.next()).toBe(1000);
  delay.succeeded('stable');
  expect(delay.next()).toBe(250);
});
