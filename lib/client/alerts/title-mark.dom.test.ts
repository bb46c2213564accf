import { afterEach, expect, test } from 'vitest';
import { createTitleMark } from './title-mark';

const mark = createTitleMark(document);
afterEach(() => mark.show(0));

test('the mark precedes any title, once, and is removed', async () => {
  document.title = 'Events · Dagscope';
  mark.show(2);
  expect(document.title).toBe('(2) Events · Dagscope');
  mark.show(3);
  expect(document.title).toBe('(3) Events · Dagscope');
  // The router writes the next page's title, or puts another element in its place.
  document.title = 'Tools · Dagscope';
  await expect.poll(() => document.title).toBe('(3) Tools · Dagscope');
  const other = document.createElement('title');
  other.textContent = 'DAGs · Dagscope';
  document.querySelector('title')?.replaceWith(other);
  await expect.poll(() => document.title).toBe('(3) DAGs · Dagscope');
  mark.stop();
  expect(document.title).toBe('DAGs · Dagscope');
});
