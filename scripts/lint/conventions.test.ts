// Conventions that no rule of the linter can express.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files', '-z', '*.ts', '*.tsx', '*.mjs'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '');

const FOLDER =
  /^(?:\.?[a-z0-9]+(?:-[a-z0-9]+)*|\[{1,2}(?:\.\.\.)?[a-z0-9_-]+\]{1,2}|\([a-z0-9-]+\)|[@_][a-z0-9-]+)$/;
const CATCH_ALL = new Set(['utils', 'util', 'helpers', 'helper', 'types', 'hooks', 'common-utils', 'misc']);

/** What is wrong with the path of `file`, or null. The linter checks the case of the file's own name. */
function badPath(file: string): string | null {
  const folders = file.split('/');
  const stem = folders.pop()?.split('.')[0] ?? '';
  const folder = folders.find((name) => !FOLDER.test(name));
  if (folder !== undefined) return `folder '${folder}' is not kebab-case`;
  const catchAll = [...folders, stem].find((name) => CATCH_ALL.has(name));
  if (catchAll !== undefined) return `'${catchAll}' is a catch-all: name it after its content`;
  return stem === 'index' ? 'no barrels: import the file itself' : null;
}

/** Files of app that may import the relay must run on the server. */
const SERVER_FILE = /^app\/(.*\/)?(page|layout)\.tsx$|^app\/_prefetch\//;
const USE_CLIENT = /^\s*['"]use client['"]/m;
/** A full load of one of our own pages, where the router or `redirect()` would do. */
const OWN_PAGE = /\blocation(\.assign\(|\.href\s*=)\s*['"`]\/?(?!\/|\w+:|\$\{)/;

const offenders = (pattern: RegExp, among: readonly string[]) =>
  among.filter((file) => pattern.test(readFileSync(join(root, file), 'utf8')));

describe('names', () => {
  it('are kebab-case folders without catch-alls and barrels', () => {
    expect(files.length).toBeGreaterThan(500);
    expect(files.flatMap((file) => badPath(file) ?? [])).toEqual([]);
  });

  it.each([
    ['components/dataTable/rows.tsx', 'not kebab-case'],
    ['lib/view/utils.ts', 'is a catch-all'],
    ['lib/client/hooks/use-a.ts', 'is a catch-all'],
    ['lib/view/index.ts', 'no barrels'],
  ])('refuses %s', (file, why) => {
    expect(badPath(file)).toContain(why);
  });
});

it('leaves pages and layouts to the server', () => {
  const server = files.filter((file) => SERVER_FILE.test(file));
  expect(server).toContain('app/layout.tsx');
  expect(offenders(USE_CLIENT, server)).toEqual([]);
  expect(USE_CLIENT.test(`// A comment.\n'use client';\n`)).toBe(true);
});

/** A table of ours that foreign names are looked up in: an object would answer `constructor`. */
const NAME_TABLE = /^(?:export )?const [A-Z_]+: (?:Readonly<)?Record<string,/m;

it('looks foreign names up in maps', () => {
  const readers = files.filter((file) =>
    /^(app|components|lib\/(client|dag|view))\/(?!.*(testing\/|\.test\.))/.test(file),
  );
  expect(offenders(NAME_TABLE, readers)).toEqual([]);
  expect(NAME_TABLE.test('\nconst WORDS: Readonly<Record<string, string>> = { a: "b" };')).toBe(true);
});

/** The device's clock, which may be wrong. */
const DEVICE_CLOCK = /\bDate\.now\b|\bnew Date\(\)|\bsystemClock\b/;

it("reads the server's time in the browser", () => {
  const inBrowser = files.filter(
    (file) => /^(app|components|lib\/(client|view|dag))\//.test(file) && !/\.test\.|\/testing\//.test(file),
  );
  expect(offenders(DEVICE_CLOCK, inBrowser).filter((file) => !SERVER_FILE.test(file))).toEqual([]);
  for (const code of ['Date.now()', 'createClock(Date.now)', 'new Date()', 'systemClock.now()'])
    expect(DEVICE_CLOCK.test(code), code).toBe(true);
  expect(DEVICE_CLOCK.test('new Date(serverClock.now())')).toBe(false);
});

/** A step of a question that the Asker does not count. */
const UNCOUNTED = /\.(?:click|dblclick|check|selectOption)\(|\bgoto\((?!'\/overview'\))|\bopenDemo\(page, /;

it('counts every step of a question from the overview', () => {
  const questions = files.filter((file) => /^e2e\/questions-.*\.spec\.ts$/.test(file));
  expect(questions.length).toBeGreaterThan(5);
  expect(offenders(UNCOUNTED, questions)).toEqual([]);
  for (const code of ['await chip.click()', "page.goto('/fees')", "openDemo(page, '/overview?period=30d')"])
    expect(UNCOUNTED.test(code), code).toBe(true);
  expect(UNCOUNTED.test("await page.goto('/overview')")).toBe(false);
});

it('navigates to its own pages with the router', () => {
  expect(
    offenders(
      OWN_PAGE,
      files.filter((file) => /^(app|components|lib)\//.test(file)),
    ),
  ).toEqual([]);
  const refused = [
    "location.assign('/dags')",
    'window.location.href = `/dags/${id}`',
    'location.assign("dags")',
  ];
  expect(refused.filter((code) => !OWN_PAGE.test(code))).toEqual([]);
  const accepted = [
    'location.assign(next)',
    "location.href = 'https://a.example'",
    'location.assign(`${url}`)',
  ];
  expect(accepted.filter((code) => OWN_PAGE.test(code))).toEqual([]);
});
