import { expect, test } from 'vitest';
import { MOST_VIEWS, viewSearch, viewsOf, withoutView, withView, type SavedView } from './saved-views';

const view = (name: string, search = '') => ({ name, path: '/tools', search });

test('a view is kept by page and name, the newest first, and can be dropped', () => {
  let kept: readonly SavedView[] = [];
  for (const one of [view('mine', 'kind=http'), view('other'), view('mine', 'kind=chain')])
    kept = withView(kept, one);
  expect(kept).toEqual([view('mine', 'kind=chain'), view('other')]);
  expect(withoutView(kept, view('mine'))).toEqual([view('other')]);
});

test('what storage holds is not trusted', () => {
  expect(viewsOf(undefined)).toEqual([]);
  expect(
    viewsOf([{ name: 'a', path: '//evil', search: '' }, { name: 'b', path: '/tools', search: '' }, 7]),
  ).toEqual([view('b')]);
});

test('not more than can be looked through, and without the place in the listing', () => {
  let kept: readonly SavedView[] = [];
  for (let index = 0; index < MOST_VIEWS + 5; index += 1) kept = withView(kept, view(`v${index}`));
  expect(kept).toHaveLength(MOST_VIEWS);
  expect(viewSearch(new URLSearchParams('kind=http&page_token=40&as_of=x&of=9&peek=p&sort=fqn.asc'))).toBe(
    'kind=http&sort=fqn.asc',
  );
});
