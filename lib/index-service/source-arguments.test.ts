// What `follow` and `chain` refuse, in words that hold no key and no token.
import { expect, test } from 'vitest';
import { readEnv } from './env';
import { chainOf, followed } from './source-arguments';

/** The message of what is thrown; empty if nothing is. */
function refusal(work: () => unknown): string {
  try {
    work();
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

test.each([
  ['http://192.0.2.1', /^follow: INDEX_API_KEY is sent over https only, except on this machine\.$/m],
  ['http://127.0.0.1.example.org', /INDEX_API_KEY is sent over https only/],
  ['http://[::2]:4000/prefix', /INDEX_API_KEY is sent over https only/],
  ['https://index.example/?x=1', /URL must be an http or https address/],
  ['https://index.example/#x', /URL must be an http or https address/],
])('follow refuses %s, and does not repeat its key', (url, reason) => {
  const message = refusal(() => followed(url, readEnv({ INDEX_API_KEY: 'secret' })));
  expect(message).toMatch(reason);
  expect(message).not.toContain('secret');
});

test.each<[string, string, Record<string, string>, RegExp]>([
  ['a simulation', 'mainnet', { SIMULATE: '7' }, /unset SIMULATE/],
  ['no address', 'node', {}, /name mainnet, testnet/],
  [
    'a token in cleartext',
    'http://node.example:9000',
    { CHAIN_TOKEN: 'secret' },
    /CHAIN_TOKEN is sent over https/,
  ],
  [
    'a token for a history without its address',
    'mainnet',
    { CHAIN_HISTORY_TOKEN: 'secret' },
    /CHAIN_HISTORY_TOKEN needs CHAIN_HISTORY_URL/,
  ],
  ['a file that is no deployment', 'mainnet', { CHAIN_PACKAGES: 'package.json' }, /CHAIN_PACKAGES: /],
])('chain refuses %s', (_, target, env, reason) => {
  const message = refusal(() => chainOf(target, readEnv(env)));
  expect(message).toMatch(reason);
  expect(message).not.toContain('secret');
});
