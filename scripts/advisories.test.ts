import { expect, it } from 'vitest';
import { judge } from './advisories.mjs';

const report = (total: number, vulnerabilities: object = {}) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities,
    metadata: { vulnerabilities: { total }, dependencies: { total: 700 } },
  });

it('calls clean only what the registry has judged', () => {
  expect(judge(report(0))).toEqual({ code: 0, lines: ['clean: nothing is known against 700 packages'] });
});

it.each([
  ['', 'skipped: the registry has no advisories'],
  ['<html>405</html>', 'skipped: '],
  ['{"message":"405 Method Not Allowed","method":"POST","statusCode":405}', '(it answered 405)'],
  ['{"error":{"code":"ENOAUDIT","summary":""}}', '(it answered ENOAUDIT)'],
])('says that nothing was judged when the registry answers %j', (text, words) => {
  const { code, lines } = judge(text);
  expect(code).toBe(0);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(words);
  expect(lines[0]).toMatch(/^skipped: /);
});

it('fails on what is known, each fault once', () => {
  const fault = { title: 'It leaks', url: 'https://example.org/1' };
  const { code, lines } = judge(
    report(2, {
      inner: { name: 'inner', severity: 'high', range: '<2', via: [fault] },
      outer: { name: 'outer', severity: 'high', range: '*', via: ['inner'] },
    }),
  );
  expect(code).toBe(1);
  expect(lines).toEqual([
    'high: inner <2: It leaks (https://example.org/1)',
    '2 of 700 packages have known faults',
  ]);
});
