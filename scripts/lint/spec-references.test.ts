// Every reference such as `spec 6.2` in code must be a section of docs/read-api.md.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('spec references resolve', () => {
  const headings = readFileSync('docs/read-api.md', 'utf8').matchAll(/^#{2,3} (\d+(?:\.\d+)?)[. ]/gm);
  const sections = new Set([...headings].map(([, number]) => number));
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs'], { encoding: 'utf8' });
  const broken = files
    .split('\n')
    .filter((file) => file !== '' && existsSync(file))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bspec ((?:\d+(?:\.\d+)?(?:, | and )?)+)/g)].flatMap(
        ([, list = '']) =>
          (list.match(/\d+(?:\.\d+)?/g) ?? [])
            .filter((number) => !sections.has(number))
            .map((number) => `${file}: spec ${number}`),
      ),
    );
  expect(sections.size).toBeGreaterThan(30);
  expect(broken).toEqual([]);
});
