import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { completeLock, platformOf } from './complete-lock.mjs';

describe('platformOf', () => {
  it.each([
    ['@next/swc-darwin-arm64', { os: ['darwin'], cpu: ['arm64'] }],
    ['@next/swc-win32-x64-msvc', { os: ['win32'], cpu: ['x64'] }],
    ['@tailwindcss/oxide-linux-arm-gnueabihf', { os: ['linux'], cpu: ['arm'], libc: ['glibc'] }],
    ['@img/sharp-linuxmusl-x64', { os: ['linux'], cpu: ['x64'], libc: ['musl'] }],
    ['@oxc-parser/binding-android-arm-eabi', { os: ['android'], cpu: ['arm'] }],
    ['@tailwindcss/oxide-wasm32-wasi', { cpu: ['wasm32'] }],
    ['fsevents', {}],
  ])('reads %s', (name, expected) => {
    expect(platformOf(name)).toEqual(expected);
  });
});

const committed = () =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../package-lock.json'), 'utf8')) as {
    packages: Record<string, { integrity?: string; optional?: boolean; os?: string[]; cpu?: string[] }>;
  };

it('every package that a Linux machine on x64 or arm64 installs is pinned by its hash', () => {
  const isUnpinned = ({ integrity = '' }) => !/^sha512-[\w+/]{86}==$/.test(integrity);
  const [, ...packages] = Object.entries(committed().packages);
  const unpinned = packages.filter(([, entry]) => isUnpinned(entry));
  // Their hashes are unknown where the registry does not offer them (docs/security.md).
  const isElsewhere = ({ optional, os = ['linux'], cpu = ['x64'] }: (typeof unpinned)[number][1]) =>
    optional === true && !(os.includes('linux') && (cpu.includes('x64') || cpu.includes('arm64')));
  expect(unpinned.filter(([, entry]) => !isElsewhere(entry))).toEqual([]);
});

describe('completeLock', () => {
  it('adds what is missing, and nothing when run again', () => {
    const lock = {
      packages: {
        '': { dependencies: { a: '1.0.0' } },
        'node_modules/a': {
          dev: true,
          optionalDependencies: { 'a-darwin-arm64': '1.0.0', 'a-linux-x64': '1.0.0' },
        },
        'node_modules/a-linux-x64': { version: '1.0.0' },
      } as Record<string, object>,
    };
    expect(completeLock(lock)).toEqual(['node_modules/a-darwin-arm64']);
    expect(lock.packages['node_modules/a-darwin-arm64']).toEqual({
      version: '1.0.0',
      os: ['darwin'],
      cpu: ['arm64'],
      dev: true,
      optional: true,
    });
    expect(completeLock(lock)).toEqual([]);
  });

  it('nests a different version below its parent', () => {
    const lock = {
      packages: {
        '': {},
        'node_modules/a': { optionalDependencies: { 'b-linux-x64': '2.0.0' } },
        'node_modules/b-linux-x64': { version: '1.0.0' },
      },
    };
    expect(completeLock(lock)).toEqual(['node_modules/a/node_modules/b-linux-x64']);
  });

  it('accepts the committed lockfile', () => {
    expect(completeLock(committed())).toEqual([]);
  });
});
