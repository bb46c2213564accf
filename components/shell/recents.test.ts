import { expect, test } from 'vitest';
import { clearRecents, readRecents, recentOf, rememberRecent } from './recents';

function store(text: string | null = null) {
  let held = text;
  return {
    getItem: () => held,
    setItem: (_: string, value: string) => void (held = value),
    removeItem: () => void (held = null),
  };
}

test('a page of an object is one, a listing is none', () => {
  expect(recentOf('/tools/org.example%40weather%401')).toEqual({
    what: 'tool',
    id: 'org.example@weather@1',
    href: '/tools/org.example%40weather%401',
  });
  for (const path of ['/tools', '/tools/', '/overview', '/nowhere/0x1', '/tools/%E0%A4%A', '/tools/a/b'])
    expect(recentOf(path)).toBeNull();
});

test('the newest first, each once, eight at most, and cleared for good', () => {
  const kept = store();
  for (let index = 0; index < 12; index += 1) rememberRecent(kept, recentOf(`/dags/0x${index}`)!);
  rememberRecent(kept, recentOf('/dags/0x7')!);
  expect(readRecents(kept).map(({ id }) => id)).toEqual([
    '0x7',
    '0x11',
    '0x10',
    '0x9',
    '0x8',
    '0x6',
    '0x5',
    '0x4',
  ]);
  clearRecents(kept);
  expect(readRecents(kept)).toEqual([]);
});

test('what storage holds is not trusted', () => {
  expect(readRecents(store('{'))).toEqual([]);
  expect(
    readRecents(store('["//evil.example/x", 7, "/dags/0x1", "javascript:alert(1)"]')).map((one) => one.href),
  ).toEqual(['/dags/0x1']);
});
