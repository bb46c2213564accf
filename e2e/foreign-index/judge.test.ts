import { describe, expect, it } from 'vitest';
import { judge, shownIn, type PageCase } from './judge';
import { isLateScript, type PageView } from './page-view';
import type { Truth } from './truth';

const view = (change: Partial<PageView> = {}): PageView => ({
  note: '',
  facts: {},
  tables: [],
  range: '',
  chips: [],
  tabs: [],
  panels: {},
  sections: {},
  empty: [],
  alerts: [],
  notes: [],
  text: 'Payments, as the index has them, newest first.',
  waiting: [],
  scripts: [],
  ...change,
});
const truth = {} as Truth;
const page: PageCase = {
  name: 'payments',
  path: () => '/payments',
  claims: [{ what: 'total', shown: ({ note }) => shownIn(note), truth: async () => 12 }],
  rows: { filters: ['State'], truth: async () => new Set(['a', 'b']) },
};
const table = (...ids: string[]) => [
  { label: 'payments', headers: [], rows: ids.map((id) => ({ id, cells: [] })) },
];
const verdictOf = async (change: Partial<PageView>, opened: object = {}) =>
  (
    await judge(
      page,
      { view: view(change), path: '/payments', status: 200, complaints: [], ...opened },
      truth,
    )
  ).verdict;

it.each([
  ['357', { exact: 357 }],
  ['about 1,204', { exact: 1204 }],
  ['unknown: not provided', 'unknown'],
  ['…', 'absent'],
  [undefined, 'absent'],
])('reads %s', (text, shown) => expect(shownIn(text)).toEqual(shown));

describe('a page is', () => {
  it('fine when figure and rows are true', async () => {
    expect(await verdictOf({ note: '12', tables: table('a', 'b') })).toBe('fine');
  });
  it('degraded when it says what it does not know', async () => {
    expect(await verdictOf({ note: 'unknown', tables: table('a') })).toBe('degraded');
    const failed = [{ kind: 'failed', text: "Couldn't load payments" }];
    expect(await verdictOf({ empty: failed })).toBe('degraded');
  });
  it('wrong when a figure, a row or an empty list is not true, or a gap has no reason', async () => {
    expect(await verdictOf({ note: '13', tables: table('a') })).toBe('wrong');
    expect(await verdictOf({ note: '0', tables: table('a') })).toBe('wrong');
    expect(await verdictOf({ note: '12', tables: table('a', 'other') })).toBe('wrong');
    expect(await verdictOf({ note: '12', empty: [{ kind: 'nothing-yet', text: 'No payments yet' }] })).toBe(
      'wrong',
    );
    expect(await verdictOf({ tables: table('a') })).toBe('wrong');
    expect(await verdictOf({ note: '12' })).toBe('wrong');
  });
  it('broken when it did not come up', async () => {
    const good = { note: '12', tables: table('a') };
    expect(await verdictOf(good, { status: 500 })).toBe('broken');
    expect(await verdictOf(good, { complaints: ['uncaught'] })).toBe('broken');
    expect(await verdictOf({ ...good, waiting: ['Loading…'] })).toBe('broken');
    expect(await verdictOf({ ...good, text: "Couldn't display payments\nfrom is null, so nothing" })).toBe(
      'broken',
    );
    expect(await verdictOf({ ...good, text: 'Payments' })).toBe('broken');
  });
  it('not blamed for rows that it marks as unfiltered', async () => {
    const marked = {
      note: 'unknown',
      tables: table('other'),
      text: 'State: refunded, ignored by this index, unknown',
    };
    expect(await verdictOf(marked)).toBe('degraded');
  });
});

it('takes a preloaded script for late if the page has loaded it since', () => {
  const complaint =
    'The resource http://x/a.js was preloaded using link preload but not used within a few seconds';
  expect(isLateScript(complaint, { scripts: ['http://x/a.js'] })).toBe(true);
  expect(isLateScript(complaint, { scripts: ['http://x/b.js'] })).toBe(false);
  expect(isLateScript('http://x/a.js failed', { scripts: ['http://x/a.js'] })).toBe(false);
});
