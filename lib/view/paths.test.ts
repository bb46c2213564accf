import { describe, expect, it } from 'vitest';
import * as paths from './paths';

describe('paths', () => {
  it('encode values once', () => {
    expect(paths.tool('xyz.talus.llm.chat@1')).toBe('/tools/xyz.talus.llm.chat%401');
    expect(paths.leader('../key')).toBe('/leaders/..%2Fkey');
    expect(paths.tool('half a pair \ud83d, whole \u{1f600}')).toBe(
      '/tools/half%20a%20pair%20%EF%BF%BD%2C%20whole%20%F0%9F%98%80',
    );
  });

  it('drop absent filters', () => {
    expect(paths.events({ tx_digest: 'abc', sender: undefined })).toBe('/events?tx_digest=abc');
    expect(paths.leaders()).toBe('/leaders');
  });

  it('have the start of a reason that no filter accepts, and all of other values', () => {
    expect(paths.executions({ failure_reason: '\u200b'.repeat(200_000) }).length).toBeLessThan(10_000);
    const kinds = 'ExecutionFinished,'.repeat(200);
    expect(new URLSearchParams(paths.events({ kinds }).split('?')[1]).get('kinds')).toBe(kinds);
  });

  it('know which families have a page', () => {
    expect(paths.idPath('transaction', 'abc')).toBe('/events?tx_digest=abc');
    expect(paths.idPath('dag', '0x1')).toBe('/dags/0x1');
    expect(paths.idPath('object', '0x1')).toBeUndefined();
  });

  it('name the record they lead to', () => {
    expect(paths.recordOf(paths.dag('0x1', { tab: 'outline' }))).toEqual({
      page: 'dags',
      what: 'DAG',
      id: '0x1',
    });
    expect(paths.recordOf(paths.tool('xyz.tools/math@1'))?.id).toBe('xyz.tools/math@1');
    for (const href of [
      paths.dags(),
      paths.events({ tx_digest: 'x' }),
      '/dags/%',
      '/tools/a/b',
      '/tools/',
      '/dags/compare',
    ])
      expect(paths.recordOf(href), href).toBeNull();
  });
});

it.each([
  ['/dags/0x1', '/dags'],
  ['/dags?finalized=true', '/dags'],
  ['/key', '/key'],
  ['/address/0x1', '/overview'],
  ['/', '/overview'],
])('%s leads to %s on another network', (path, elsewhere) =>
  expect(paths.sameListElsewhere(path)).toBe(elsewhere),
);

describe('safeNext', () => {
  it.each(['/leaders?status=active#top', '/dags/0x1', '/tools/a%2F%2Fb', '/events?next=//evil.example'])(
    'goes to %s',
    (next) => expect(paths.safeNext(next)).toBe(next),
  );

  it('returns a path that a browser reads as this console, however segments are combined', () => {
    const segments = ['', '.', '..', '%2e', '%2E.', 'x', '\\', '\t', 'evil.example', '@evil.example', ':80'];
    for (const a of segments)
      for (const b of segments)
        for (const c of segments) {
          const path = paths.safeNext(`/${a}/${b}/${c}/evil.example`);
          expect(new URL(path, 'http://console.example').href).toBe(`http://console.example${path}`);
        }
  });

  it.each([
    undefined,
    null,
    '',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    '/connect?next=/x',
    '/api/session',
    // What is returned counts: dots and empty segments disappear when a browser reads a path.
    '/.//evil.example/x',
    '/..//evil.example',
    '/%2e//evil.example',
    '/%2E%2e//evil.example',
    '/leaders/..//evil.example',
    '/leaders/..//evil.example?q#h',
    '/leaders/../..//evil.example',
    '/.///evil.example',
    '/./\n/evil.example',
    '/leaders/../connect?next=/x',
    '/./api/session',
  ])('refuses %s', (next) => expect(paths.safeNext(next)).toBe('/overview'));
});
