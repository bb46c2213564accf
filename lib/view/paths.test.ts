import { describe, expect, it } from 'vitest';
import * as paths from './paths';

describe('paths', () => {
  it('encode values once', () => {
    expect(paths.tool('xyz.talus.llm.chat@1')).toBe('/tools/xyz.talus.llm.chat%401');
    expect(paths.leader('../key')).toBe('/leaders/..%2Fkey');
  });

  it('drop absent filters', () => {
    expect(paths.events({ tx_digest: 'abc', sender: undefined })).toBe('/events?tx_digest=abc');
    expect(paths.leaders()).toBe('/leaders');
  });

  it('know which families have a page', () => {
    expect(paths.idPath('transaction', 'abc')).toBe('/events?tx_digest=abc');
    expect(paths.idPath('dag', '0x1')).toBe('/dags/0x1');
    expect(paths.idPath('object', '0x1')).toBeUndefined();
  });
});

describe('safeNext', () => {
  it.each(['/leaders?status=active#top', '/dags/0x1'])('goes to %s', (next) =>
    expect(paths.safeNext(next)).toBe(next),
  );

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
  ])('refuses %s', (next) => expect(paths.safeNext(next)).toBe('/overview'));
});
