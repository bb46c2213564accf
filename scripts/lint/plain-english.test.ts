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

/** Other words for states that have one (lib/view/status.ts), in a text: a word alone may be a key. */
const SYNONYM = /\b(un)?successful\b|\bin progress\b|\bcompleted\b|\bdone\b/i;
const UI = /^(app|components|lib\/view|lib\/dag)\/.*(?<!\.test)\.tsx?$/;

it('names each state by its one word in the interface', () => {
  const found = files
    .filter((file) => UI.test(file))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line))
        .flatMap((line) => line.match(/(?<=['"`>])[^'"`<>{}]*[\w.,:]\s[^'"`<>{}]*(?=['"`<{])/g) ?? [])
        .filter((text) => SYNONYM.test(text))
        .map((text) => `${file}: ${text}`),
    );
  expect(found).toEqual([]);
});
