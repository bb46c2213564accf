// The linter with the real configuration, run once on a folder of files that break a rule or nearly do.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREAS, SERVER_ONLY_PACKAGES } from './areas.mjs';

const root = join(import.meta.dirname, '../..');
const IMPORTS = 'eslint(no-restricted-imports)';

interface Area {
  ours: readonly string[];
  packages: readonly string[] | 'browser' | 'all';
  onServer?: readonly string[];
}

const areas: Record<string, Area> = AREAS as Record<string, Area>;
const areaNames = Object.keys(areas);
const under = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

const TARGETS = [...areaNames, 'components/graph', 'lib/relay/testing', 'lib/relay-two', 'scripts'].map(
  (folder) => `@/${folder}/target`,
);
const PACKAGES = [
  ...new Set([
    ...SERVER_ONLY_PACKAGES.filter((name) => name !== 'node:*'),
    ...Object.values(areas).flatMap(({ packages }) =>
      typeof packages === 'string' ? [] : packages.filter((name) => name !== 'node:*'),
    ),
    ...['node:fs', 'node:fs/promises', 'hono/streaming', 'next/navigation', 'reactflow'],
    ...['zod-two', 'evil/zod', 'evil/zod/mini', '@evil/react'],
  ]),
];

/** The table in words that share nothing with the patterns made from it. */
function mayImport(area: string, specifier: string): boolean {
  const { ours, packages, onServer = [] } = areas[area]!;
  if (specifier.startsWith('@/')) return [area, ...ours].some((prefix) => under(specifier.slice(2), prefix));
  const isListed = (names: readonly string[]) =>
    names.some((name) => (name === 'node:*' ? specifier.startsWith('node:') : under(specifier, name)));
  if (typeof packages !== 'string') return isListed(packages);
  return packages === 'all' || isListed(onServer) || !isListed(SERVER_ONLY_PACKAGES);
}

/** A file of the area, one import a line. */
function probeOf(area: string): string {
  if (area === 'app/page') return 'app/all/page.tsx';
  if (area === 'app/api') return 'app/all/route.ts';
  return `${area}/all.ts`;
}

type Case = [file: string, code: string];

const REFUSED: Case[] = [
  ['lib/client/dynamic.ts', `await import('@/lib/relay/session/session');`],
  ['lib/client/type-only.ts', `import type { Session } from '@/lib/relay/session/session';`],
  ['components/ui/exports.ts', `export { a } from '@/lib/contract/leaders';`],
  ['lib/client/queries/parent.ts', `import '../read';`],
  ['lib/client/queries/parent-inside.ts', `import './a/../../read';`],
  ['lib/client/queries/extension.ts', `import '@/lib/client/read.ts';`],
  ['lib/client/queries/extension-beside.ts', `import './read.ts';`],
  ['lib/contract/wrong-case.ts', `import '@/lib/contract-two/a';`],
  ['lib/relay/webhooks/client.ts', `import '@/lib/client/read';`],
  ['app/connect/component.tsx', `import '@/lib/relay/session/session';`],
  ['app/connect/headers.tsx', `import 'next/headers';`],
  ['app/healthz/route.ts', `import './card';`],
  ['components/app.tsx', `import '@/app/providers';`],
  ['lib/relay/app.test.ts', `import '@/app/page';`],
  ['scripts/app.mjs', `import '../app/page';`],
  ['scripts/bench/app.ts', `import '../../app/page';`],
  ['scripts/alias-app.test.ts', `import '@/app/page';`],
  ['proxy.ts', `import './app/page';`],
  ['lib/view/process.ts', `import 'node:process';`],
  ['lib/relay/process.ts', `import { env } from 'process';\nexport const port = env['PORT'];`],
  ['lib/relay/process.test.ts', `import 'node:process';`],
];

const ALLOWED: Case[] = [
  ['lib/contract/ok.ts', `import 'zod/mini';\nimport '@/lib/contract/errors';\nimport './errors';`],
  ['lib/index-service/ok.ts', `import 'node:http';\nimport 'hono/streaming';\nimport '@/lib/json/exact';`],
  ['lib/index-service/env.ts', `import 'node:process';`],
  ['lib/relay/webhooks/ok.ts', `import '@/lib/client/event-filter';\nimport '@/lib/time/clock';`],
  ['lib/relay/other.test.ts', `import '@/lib/index-service/service';\nimport '../env.ts';`],
  ['components/graph/ok.tsx', `import 'reactflow/dist/style.css';\nimport './graph.css';\nimport './a/b';`],
  ['app/layout.tsx', `import './globals.css';\nimport '@/lib/relay/reader';\nimport 'next/headers';`],
  ['app/page.test.tsx', `import '@/app/page';`],
  ['app/_prefetch/ok.ts', `import '@/lib/relay/reader';\nimport 'server-only';`],
  ['app/api/index/[...path]/route.ts', `import '@/lib/relay/respond';\nimport 'next/server';`],
  ['e2e/ok.spec.ts', `import '@playwright/test';\nimport '@/lib/contract/dags';\nimport 'node:process';`],
  ['scripts/ok.ts', `import '@/lib/relay/env';\nimport '../lib/relay/env.ts';`],
];

const BROKEN: [rule: string, file: string, code: string][] = [
  ['import(no-cycle)', 'lib/view/cycle-a.ts', `import { b } from './cycle-b';\nexport const a = () => b;`],
  [
    'import(no-cycle)',
    'lib/view/cycle-b.ts',
    `import {\n  a,\n} from '@/lib/view/cycle-a';\nexport const b = () => a;`,
  ],
  ['oxc(no-barrel-file)', 'lib/view/barrel.ts', `export * from '@/lib/view/leaf';`],
  ['oxc(no-barrel-file)', 'lib/view/named-barrel.ts', `export * as leaf from './leaf';`],
  ['oxc(no-barrel-file)', 'lib/view/package-barrel.ts', `export * from 'zod/mini';`],
  ['eslint(no-restricted-properties)', 'lib/client/env.ts', `export const port = process.env['PORT'];`],
  ['eslint(no-restricted-properties)', 'lib/relay/taken-env.ts', `export const { env } = process;`],
  ['eslint(no-restricted-properties)', 'lib/x.config.ts', `export const port = process.env['PORT'];`],
  ['eslint(no-console)', 'components/log.ts', `console.log(1);`],
  ['eslint(no-console)', 'lib/relay/log.ts', `console.error(1);`],
  ['unicorn(filename-case)', 'lib/view/fileName.ts', `export const a = 1;`],
  ['unicorn(filename-case)', 'lib/view/snake_case.ts', `export const a = 1;`],
  ['unicorn(filename-case)', 'lib/view/otherName.test.ts', `export const a = 1;`],
  ['unicorn(filename-case)', 'components/Button.tsx', `export const a = 1;`],
  ['eslint(eqeqeq)', 'lib/view/equal.ts', `export const same = (a: number, b: number) => a == b;`],
  [
    'eslint(no-nested-ternary)',
    'lib/view/ternary.ts',
    `export const size = (n: number) => (n > 9 ? 'l' : n > 5 ? 'm' : 's');`,
  ],
  ['eslint(max-lines)', 'lib/view/long.ts', 'void 0;\n'.repeat(451)],
  ['eslint(no-unused-vars)', 'lib/view/unused.ts', `const a = 1;`],
  ['typescript(no-floating-promises)', 'lib/view/floating.ts', `Promise.resolve(1);`],
  [
    'typescript(no-misused-promises)',
    'lib/view/misused.ts',
    `[1].forEach(async (n) => {\n  await Promise.resolve(n);\n});`,
  ],
  ['typescript(no-explicit-any)', 'lib/view/any.ts', `export const a = (b: any): unknown => b;`],
  ['typescript(no-explicit-any)', 'lib/view/any.test.ts', `export const a = (b: any): unknown => b;`],
  [
    'typescript(switch-exhaustiveness-check)',
    'lib/view/switch.ts',
    `export function f(a: 'x' | 'y') {\n  switch (a) {\n    case 'x':\n      return 1;\n  }\n  return 2;\n}`,
  ],
  [
    'typescript(no-non-null-assertion)',
    'lib/view/non-null.ts',
    `export const f = (a: string | null) => a!.length;`,
  ],
  ['typescript(no-unsafe-assignment)', 'lib/view/unsafe.ts', `export const a = JSON.parse('1');`],
  [
    'typescript(no-unsafe-member-access)',
    'lib/view/unsafe-member.ts',
    `export const a: unknown = JSON.parse('1').b;`,
  ],
  ['typescript(no-unsafe-call)', 'lib/view/unsafe-call.ts', `export const a: unknown = JSON.parse('1')();`],
  ['typescript(no-unsafe-return)', 'lib/view/unsafe-return.ts', `export const f = () => JSON.parse('1');`],
  ['typescript(no-unsafe-argument)', 'lib/view/unsafe-argument.ts', `encodeURI(JSON.parse('1'));`],
  [
    'typescript(consistent-type-imports)',
    'lib/view/type-import.ts',
    `import { Leaf } from './leaf';\nexport const a: Leaf = 1;`,
  ],
  [
    'typescript(no-import-type-side-effects)',
    'lib/view/inline-type-import.ts',
    `import { type Leaf } from './leaf';\nexport const a: Leaf = 1;`,
  ],
  ['typescript(only-throw-error)', 'lib/view/throws.ts', `export function f() {\n  throw 'no';\n}`],
  [
    'react-hooks(rules-of-hooks)',
    'components/hooks.tsx',
    `import { useState } from 'react';\nexport const A = ({ on }: { on: boolean }) => (on ? useState(1)[0] : 2);`,
  ],
  [
    'react-hooks(exhaustive-deps)',
    'components/deps.tsx',
    `import { useEffect } from 'react';\nexport function A({ on }: { on: () => void }) {\n  useEffect(() => on(), []);\n  return null;\n}`,
  ],
  [
    'react(set-state-in-effect)',
    'components/set-state.tsx',
    `import { useEffect, useState } from 'react';\nexport function A() {\n  const [n, set] = useState(0);\n  useEffect(() => set(1), []);\n  return n;\n}`,
  ],
  [
    'react(refs)',
    'components/refs.tsx',
    `import { useRef } from 'react';\nexport function A() {\n  const n = useRef(0);\n  return <p>{n.current}</p>;\n}`,
  ],
  [
    'react(jsx-key)',
    'components/keys.tsx',
    `export const A = () => <ul>{[1].map((n) => <li>{n}</li>)}</ul>;`,
  ],
  [
    'react(no-unsafe)',
    'components/deprecated.tsx',
    `import { Component } from 'react';\nexport class A extends Component {\n  override componentWillMount() {}\n  override render() {\n    return null;\n  }\n}`,
  ],
  ['jsx-a11y(alt-text)', 'components/alt.tsx', `export const A = () => <img src="/a.png" />;`],
  ['next(no-img-element)', 'components/img.tsx', `export const A = () => <img src="/a.png" alt="" />;`],
  ['next(no-html-link-for-pages)', 'components/link.tsx', `export const A = () => <a href="/all">All</a>;`],
  ['', 'lib/view/directive.ts', `// oxlint-disable-next-line eqeqeq\nexport const a = 1;`],
];

const CLEAN: Case[] = [
  ['lib/view/type-cycle-a.ts', `import type { B } from './type-cycle-b';\nexport type A = B[];`],
  ['lib/view/type-cycle-b.ts', `import type { A } from './type-cycle-a';\nexport interface B {\n  a: A;\n}`],
  ['lib/view/leaf.ts', `export type Leaf = number;\nexport const leaf = 1;`],
  ['lib/view/ok.dom.test.tsx', `export const f = (a: string | null) => a!.length;`],
  ['lib/relay/env-use.test.ts', `export const a: { b: number } = JSON.parse('{}');`],
  ['scripts/env-use.ts', `console.log(process.env['PORT']);`],
  ['vitest.config.ts', `console.log(process.env['PORT']);`],
  ['lib/view/not-long.ts', `${'void 0;\n'.repeat(450)}\n\n// A comment.\n`],
  [
    'lib/view/default-case.ts',
    `export function f(a: 'x' | 'y') {\n  switch (a) {\n    case 'x':\n      return 1;\n    default:\n      return 2;\n  }\n}`,
  ],
];

interface Diagnostic {
  code?: string;
  message: string;
  filename: string;
  labels: { span: { line: number } }[];
}

const found = new Map<string, { rule: string; line: number; message: string }[]>();
const rulesIn = (file: string) => (found.get(file) ?? []).map(({ rule }) => rule);
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lint-'));
  const files: Case[] = [
    ...REFUSED,
    ...ALLOWED,
    ...CLEAN,
    ...BROKEN.map(([, file, code]): Case => [file, code]),
    ...areaNames.map((area): Case => [
      probeOf(area),
      [...TARGETS, ...PACKAGES].map((name) => `import '${name}';`).join('\n'),
    ]),
    ['oxlint.config.mjs', `export { default } from ${JSON.stringify(join(root, 'oxlint.config.mjs'))};`],
    [
      'tsconfig.json',
      JSON.stringify({
        extends: join(root, 'tsconfig.json'),
        compilerOptions: { paths: { '@/*': ['./*'] }, incremental: false },
        include: ['**/*.ts', '**/*.tsx', '**/*.mjs'],
        exclude: ['node_modules'],
      }),
    ],
  ];
  expect(new Set(files.map(([file]) => file)).size).toBe(files.length);
  for (const [file, code] of files) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), `${code}\n`);
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');
  const output = await new Promise<string>((resolve) => {
    const args = [
      oxlint,
      '--config',
      'oxlint.config.mjs',
      '--ignore-pattern',
      'node_modules',
      '--format',
      'json',
    ];
    execFile(
      process.execPath,
      args,
      { cwd: folder, maxBuffer: 1 << 26, timeout: 100_000 },
      (_, stdout, stderr) => resolve(stdout || stderr),
    );
  });
  const { diagnostics } = JSON.parse(output) as { diagnostics: Diagnostic[] };
  for (const { code = '', filename, labels, message } of diagnostics) {
    const entry = { rule: code, line: labels[0]?.span.line ?? 0, message };
    found.set(filename, [...(found.get(filename) ?? []), entry]);
  }
});

afterAll(() => rm(folder, { recursive: true }));

describe('import directions', () => {
  it.each(areaNames)('%s may import exactly what the table says', (area) => {
    const specifiers = [...TARGETS, ...PACKAGES];
    const refused = new Set(
      (found.get(probeOf(area)) ?? []).filter(({ rule }) => rule === IMPORTS).map(({ line }) => line),
    );
    expect(specifiers.filter((_, index) => !refused.has(index + 1))).toEqual(
      specifiers.filter((specifier) => mayImport(area, specifier)),
    );
  });

  it.each(REFUSED)('%s may not: %s', (file) => {
    expect(rulesIn(file)).toContain(IMPORTS);
  });

  it.each(ALLOWED)('%s may: %s', (file) => {
    expect(rulesIn(file)).not.toContain(IMPORTS);
  });
});

describe('the other rules', () => {
  it.each(BROKEN)('%s refuses %s', (rule, file) => {
    expect(rulesIn(file)).toContain(rule);
  });

  it.each(CLEAN)('%s breaks none', (file) => {
    expect(found.get(file) ?? []).toEqual([]);
  });
});
