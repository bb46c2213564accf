import { expect, it } from 'vitest';
import { judge } from './advisories.mjs';

const report = (total: number, vulnerabilities: object = {}) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities,
    metadata: { vulnerabilities: { total }, dependencies: { total: 700 } },
  });

it('reports clean only if the registry has advisories', () => {
  expect(judge(report(0))).toEqual({ code: 0, lines: ['clean: no advisories for 700 packages'] });
});

it.each([
  ['', 'skipped: the registry provides no advisories'],
  ['<html>405</html>', 'skipped: '],
  ['{"message":"405 Method Not Allowed","method":"POST","statusCode":405}', '(405)'],
  ['{"error":{"code":"ENOAUDIT","summary":""}}', '(ENOAUDIT)'],
])('reports skipped for the response %j', (text, expected) => {
  const { code, lines } = judge(text);
  expect(code).toBe(0);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(expected);
  expect(lines[0]).toMatch(/^skipped: /);
});

it('fails on advisories and lists each once', () => {
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
    '2 of 700 packages are affected',
  ]);
});
