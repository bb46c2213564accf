import { expect, test } from 'vitest';
import { dropView, MOST_VIEWS, readViews, saveView, viewSearch } from './saved-views';

function store(text: string | null = null) {
  let held = text;
  return { getItem: () => held, setItem: (_: string, value: string) => void (held = value) };
}
const view = (name: string, search = '') => ({ name, path: '/tools', search });

test('a view is kept by page and name, the newest first, and can be dropped', () => {
  const kept = store();
  saveView(kept, view('mine', 'kind=http'));
  saveView(kept, view('other'));
  saveView(kept, view('mine', 'kind=chain'));
  expect(readViews(kept)).toEqual([view('mine', 'kind=chain'), view('other')]);
  dropView(kept, view('mine'));
  expect(readViews(kept)).toEqual([view('other')]);
});

test('what storage holds is not trusted, and it may be forbidden', () => {
  expect(readViews(store('{'))).toEqual([]);
  expect(
    readViews(store('[{"name":"a","path":"//evil","search":""},{"name":"b","path":"/tools","search":""},7]')),
  ).toEqual([view('b')]);
  const forbidden = {
    getItem: () => {
      throw new Error('no');
    },
    setItem: () => {
      throw new Error('no');
    },
  };
  expect(saveView(forbidden, view('a'))).toEqual([view('a')]);
});

test('not more than can be looked through, and without the place in the listing', () => {
  const kept = store();
  for (let index = 0; index < MOST_VIEWS + 5; index += 1) saveView(kept, view(`v${index}`));
  expect(readViews(kept)).toHaveLength(MOST_VIEWS);
  expect(viewSearch(new URLSearchParams('kind=http&page_token=40&as_of=x&of=9&peek=p&sort=fqn.asc'))).toBe(
    'kind=http&sort=fqn.asc',
  );
});
