import { expect, test } from 'vitest';
import { shortcuts } from './shortcuts';

test('no two shortcuts share their keys where both can be meant', () => {
  const all = [...shortcuts.values()];
  const keys = all
    .filter((shortcut) => shortcut.native === undefined)
    .flatMap((shortcut) =>
      [shortcut.keys, ...(shortcut.or === undefined ? [] : [shortcut.or])].map((pressed) =>
        pressed.join(' '),
      ),
    );
  expect(new Set(keys).size).toBe(keys.length);
  // A single key that is also the first of two would never be known from it.
  const firsts = new Set(
    all.filter((shortcut) => shortcut.keys.length === 2).map((shortcut) => shortcut.keys[0]),
  );
  expect(keys.filter((key) => firsts.has(key))).toEqual([]);
});
