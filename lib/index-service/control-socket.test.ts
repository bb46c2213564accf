import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { socketPath } from './control-socket';

test('the socket is always inside DATA_DIR, by the shorter of its two paths', () => {
  expect(socketPath('/var/lib/index')).toBe('/var/lib/index/index.sock');
  expect(socketPath(resolve('.data'))).toBe('.data/index.sock');
});

test('a path too long for a socket is an error, never a name in a shared folder', () => {
  expect(() => socketPath(`/${'deep/'.repeat(30)}`)).toThrow(/DATA_DIR is too long/);
});
