import { expect, test } from 'vitest';
import { clearRecents, parseRecents, readRecents, recentOf, rememberRecent } from './recents';

test('records pages of objects, not of lists', () => {
  expect(recentOf('/tools/org.example%40weather%401')).toEqual({
    what: 'tool',
    id: 'org.example@weather@1',
    href: '/tools/org.example%40weather%401',
  });
  for (const path of ['/tools', '/tools/', '/overview', '/nowhere/0x1', '/tools/%E0%A4%A', '/tools/a/b'])
    expect(recentOf(path)).toBeNull();
});

test('lists the newest first, each once, at most eight, until cleared', () => {
  for (let index = 0; index < 12; index += 1) rememberRecent(recentOf(`/dags/0x${index}`)!);
  rememberRecent(recentOf('/dags/0x7')!);
  expect(readRecents().map(({ id }) => id)).toEqual([
    '0x7',
    '0x11',
    '0x10',
    '0x9',
    '0x8',
    '0x6',
    '0x5',
    '0x4',
  ]);
  clearRecents();
  expect(readRecents()).toEqual([]);
});

test('drops stored text that is no path of an object', () => {
  expect(parseRecents('{')).toEqual([]);
  expect(
    parseRecents(['//evil.example/x', 7, '/dags/0x1', 'javascript:alert(1)']).map(({ href }) => href),
  ).toEqual(['/dags/0x1']);
});
