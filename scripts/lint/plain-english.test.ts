// Words to avoid in code, comments, docs and UI. Extend the list when a review finds another.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const AVOID =
  /\b(whoever|whosoever|whomever|nobody|anew|whence|whither|wherein|wherefrom|whereof|thereof|therein|herein|farewell|mend(s|ed|ing)?|reckon(s|ed|ing)?|looked through|laid to|got over|of its own accord|lapse[sd]?|twofold|thrice)\b/i;
const root = join(import.meta.dirname, '../..');
const CHECKED = /\.(ts|tsx|mjs|css|md|yml|conf|service)$/;

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => CHECKED.test(file) && !file.endsWith('plain-english.test.ts'));

it('uses plain English everywhere', () => {
  const found = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => {
        const word = AVOID.exec(line)?.[0];
        return word === undefined ? [] : [`${file}:${index + 1} "${word}"`];
      }),
  );
  expect(found).toEqual([]);
});
