// What a process answers besides the service: metrics, and everything before its store is open.
import { get } from 'node:http';
import { expect, test } from 'vitest';
import { readEnv } from './env';
import { serve } from './serve';

/** `fetch` does not let a caller choose the host. */
const statusOf = (url: string, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(url, { headers: { host }, agent: false }, (response) => resolve(response.resume().statusCode)).on(
      'error',
      reject,
    );
  });

test.each([
  ['/metrics', 200, 403],
  ['/readyz', 503, 403],
  ['/leaders', 503, 403],
  ['/healthz', 200, 200],
])('%s is %d for our own host names, and %d for others', async (path, own, foreign) => {
  // Without a database a reader has no store to open.
  const env = readEnv({ INDEX_PORT: '0', INDEX_HOSTS: 'index.example' });
  const { url, ready, stop } = await serve(env, () => undefined, { role: 'reader' });
  await ready;
  try {
    const { host } = new URL(url);
    const statuses = [host, 'index.example', 'evil.example'].map((name) => statusOf(url + path, name));
    expect(await Promise.all(statuses)).toEqual([own, own, foreign]);
  } finally {
    await stop();
  }
});
