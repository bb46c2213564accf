import { expect, test } from 'vitest';
import { MAX_VIEWS, viewSearch, viewsOf, withoutView, withView, type SavedView } from './saved-views';

const view = (name: string, search = '') => ({ name, path: '/tools', search });

test('views are stored by page and name, newest first, and can be deleted', () => {
  let views: readonly SavedView[] = [];
  for (const saved of [view('http', 'kind=http'), view('other'), view('http', 'kind=chain')])
    views = withView(views, saved);
  expect(views).toEqual([view('http', 'kind=chain'), view('other')]);
  expect(withoutView(views, view('http'))).toEqual([view('other')]);
});

test('stored values are not trusted', () => {
  expect(viewsOf(undefined)).toEqual([]);
  expect(
    viewsOf([{ name: 'a', path: '//evil', search: '' }, { name: 'b', path: '/tools', search: '' }, 7]),
  ).toEqual([view('b')]);
});

test('views are limited in number and leave out the position in the list', () => {
  let views: readonly SavedView[] = [];
  for (let index = 0; index < MAX_VIEWS + 5; index += 1) views = withView(views, view(`v${index}`));
  expect(views).toHaveLength(MAX_VIEWS);
  expect(viewSearch(new URLSearchParams('kind=http&page_token=40&snapshot=9&peek=p&sort=fqn.asc'))).toBe(
    'kind=http&sort=fqn.asc',
  );
});
