import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DirectoryLocked, lockDirectory } from './data-dir-lock';

let directory: string;
let lock: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'dagscope-lock-'));
  lock = join(directory, 'index.lock');
});
afterEach(() => rmSync(directory, { recursive: true }));

/** Larger than any pid Linux gives. */
const UNUSED_PID = 4_194_304_000;
const hold = (holder: object) => writeFileSync(lock, JSON.stringify(holder));
const holder = () => JSON.parse(readFileSync(lock, 'utf8')) as { pid: number };

test('the lock holds our pid, is refused a second time naming it, and is gone after its release', () => {
  const release = lockDirectory(directory);
  expect(holder().pid).toBe(process.pid);
  expect(() => lockDirectory(directory)).toThrow(`in use by process ${process.pid}`);
  release();
  expect(readdirSync(directory)).toEqual([]);
  lockDirectory(directory)();
});

test('a directory that is not there yet is made', () => {
  const release = lockDirectory(join(directory, 'a', 'b'));
  expect(readdirSync(join(directory, 'a', 'b'))).toEqual(['index.lock']);
  release();
});

test('the lock of another living process is refused, naming its pid', () => {
  hold({ pid: process.ppid, began: null });
  expect(() => lockDirectory(directory)).toThrow(DirectoryLocked);
  expect(() => lockDirectory(directory)).toThrow(`process ${process.ppid}`);
  expect(holder().pid).toBe(process.ppid);
  expect(readdirSync(directory)).toEqual(['index.lock']);
});

test.each([
  ['of a dead process', { pid: UNUSED_PID, began: null }],
  ['of a process whose pid another one has now', { pid: process.ppid, began: 'long ago' }],
  ['of an earlier process that had our pid', { pid: process.pid, began: 'long ago' }],
  ['that says nothing', {}],
])('a lock %s is taken over', (_, stale) => {
  hold(stale);
  const release = lockDirectory(directory);
  expect(holder().pid).toBe(process.pid);
  expect(readdirSync(directory)).toEqual(['index.lock']);
  release();
});
