import { expect, test, vi } from 'vitest';
import { createStoredValue } from './local-storage';

const numbers = (found: unknown): readonly number[] =>
  Array.isArray(found) ? found.filter((item) => typeof item === 'number') : [];

/** One browser's storage, and its tabs. */
function browser() {
  const stored = new Map<string, string>();
  const tabs = new Set<() => void>();
  const open = () => {
    let ownListener: (() => void) | undefined;
    return createStoredValue({
      name: 'numbers',
      read: numbers,
      storage: () => ({
        getItem: (name) => stored.get(name) ?? null,
        setItem: (name, text) => {
          stored.set(name, text);
          for (const changed of tabs) if (changed !== ownListener) changed();
        },
      }),
      onExternalChange: (changed) => {
        ownListener = changed;
        tabs.add(changed);
        return () => tabs.delete(changed);
      },
    });
  };
  return { stored, tabs, open };
}

test('without a stored value, the value is the object that a server renders', () => {
  const { stored, open } = browser();
  const tab = open();
  expect(tab.get()).toBe(tab.initial);
  stored.set('numbers', '[1]');
  expect(tab.get()).toEqual([1]);
  stored.set('numbers', 'not JSON');
  expect(tab.get()).toBe(tab.initial);
});

test('a value is stored, is the same object until it changes, and is seen by other tabs', () => {
  const { open, tabs } = browser();
  const [tab, other] = [open(), open()];
  const heard = vi.fn();
  const leave = other.subscribe(heard);
  tab.set([1, 2]);
  expect(heard).toHaveBeenCalledTimes(1);
  expect(other.get()).toEqual([1, 2]);
  expect(other.get()).toBe(other.get());
  leave();
  expect(tabs.size).toBe(0);
});

test('stored text is not trusted', () => {
  const { stored, open } = browser();
  stored.set('numbers', '{');
  expect(open().get()).toEqual([]);
  stored.set('numbers', '[1,"two"]');
  expect(open().get()).toEqual([1]);
});

test('without storage, the value is kept until the page unloads', () => {
  const refuse = () => {
    throw new Error('no');
  };
  const stored = createStoredValue({
    name: 'numbers',
    read: numbers,
    storage: () => ({ getItem: refuse, setItem: refuse }),
    onExternalChange: () => () => undefined,
  });
  expect(stored.get()).toEqual([]);
  stored.set([7]);
  expect(stored.get()).toEqual([7]);
});
