import { expect, test, vi } from 'vitest';
import { createKept } from './local-storage';

const numbers = (found: unknown): readonly number[] =>
  Array.isArray(found) ? found.filter((one) => typeof one === 'number') : [];

/** One browser's storage, and its tabs. */
function browser() {
  const kept = new Map<string, string>();
  const tabs = new Set<() => void>();
  const open = () => {
    let mine: (() => void) | undefined;
    return createKept({
      name: 'numbers',
      read: numbers,
      drawer: () => ({
        getItem: (name) => kept.get(name) ?? null,
        setItem: (name, text) => {
          kept.set(name, text);
          for (const changed of tabs) if (changed !== mine) changed();
        },
      }),
      outside: (changed) => {
        mine = changed;
        tabs.add(changed);
        return () => tabs.delete(changed);
      },
    });
  };
  return { kept, tabs, open };
}

test('a value is kept, is the same object until it changes, and is seen by other tabs', () => {
  const { open, tabs } = browser();
  const [one, other] = [open(), open()];
  const heard = vi.fn();
  const leave = other.subscribe(heard);
  one.set([1, 2]);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(other.get()).toEqual([1, 2]);
  expect(other.get()).toBe(other.get());
  leave();
  expect(tabs.size).toBe(0);
});

test('what storage holds is not trusted', () => {
  const { kept, open } = browser();
  kept.set('numbers', '{');
  expect(open().get()).toEqual([]);
  kept.set('numbers', '[1,"two"]');
  expect(open().get()).toEqual([1]);
});

test('where storage refuses, the value lives as long as the page', () => {
  const refuse = () => {
    throw new Error('no');
  };
  const kept = createKept({
    name: 'numbers',
    read: numbers,
    drawer: () => ({ getItem: refuse, setItem: refuse }),
    outside: () => () => undefined,
  });
  expect(kept.get()).toEqual([]);
  kept.set([7]);
  expect(kept.get()).toEqual([7]);
});
