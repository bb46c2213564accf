import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { pack } from '@/scripts/pack.mjs';
import { serveStaticFiles } from './static-files';
import { serve, type Ask } from '@/lib/relay/testing/plain-server';

const WRITTEN = `console.log(${JSON.stringify('vertex '.repeat(400))})`;
/** As served, with the compile hint. */
const SCRIPT = `//# allFunctionsCalledOnLoad\n${WRITTEN}`;
const folder = mkdtempSync(join(tmpdir(), 'dagscope-built-'));
let handler = serveStaticFiles(join(folder, 'missing'));
/** In front of a server that says which requests reached it. */
const behindIt = () =>
  serve(onTestFinished, (request, response) => {
    void handler(request, response, () => {
      response.end(`next ${request.url}`);
      return Promise.resolve();
    });
  });

beforeAll(async () => {
  mkdirSync(join(folder, 'chunks'));
  mkdirSync(join(folder, 'media'));
  writeFileSync(join(folder, 'chunks', 'one.js'), WRITTEN);
  writeFileSync(join(folder, 'chunks', 'one.js.map'), '{}');
  writeFileSync(join(folder, 'media', 'face.woff2'), 'a font');
  await pack(folder);
  // Packing twice changes nothing.
  await pack(folder);
  handler = serveStaticFiles(folder);
  // Built after the process started.
  writeFileSync(join(folder, 'chunks', 'later.js'), SCRIPT);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('serves a file in an encoding the browser accepts, cached for good', async () => {
  const ask = await behindIt();
  const path = '/_next/static/chunks/one.js';
  const packed = await ask(path, { 'accept-encoding': 'gzip, deflate, br, zstd' });
  expect(packed.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/javascript; charset=UTF-8',
    'content-length': String(packed.body.length),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  expect(packed.body.length).toBeLessThan(SCRIPT.length / 4);
  expect(brotliDecompressSync(packed.body).toString()).toBe(SCRIPT);
  const zipped = await ask(path, { 'accept-encoding': 'gzip' });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.body).toString()).toBe(SCRIPT);
  const plain = await ask(path);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body.toString()).toBe(SCRIPT);
  const font = await ask('/_next/static/media/face.woff2', { 'accept-encoding': 'br' });
  expect([font.headers['content-encoding'], font.headers['content-type'], font.body.toString()]).toEqual([
    undefined,
    'font/woff2',
    'a font',
  ]);
});

it('leaves everything else to Next', async () => {
  const ask = await behindIt();
  const path = '/_next/static/chunks/one.js';
  const nexts = async (...request: Parameters<Ask>) => (await ask(...request)).text;
  for (const other of [
    '/_next/static/chunks/later.js',
    '/_next/static/chunks/one.js.map',
    '/_next/static/chunks/one.js.br',
    '/_next/static/chunks/../chunks/one.js',
    '/_next/static/chunks/%6fne.js',
    '/_next/static/chunks/one.js?v=2',
    '/_next/static',
    '/chunks/one.js',
  ])
    expect(await nexts(other)).toBe(`next ${other}`);
  const unplain: Record<string, string>[] = [
    { range: 'bytes=0-9' },
    { 'if-none-match': '"1"' },
    { 'if-modified-since': new Date(0).toUTCString() },
    { 'accept-encoding': 'br;q=0, gzip' },
  ];
  for (const headers of unplain) expect(await nexts(path, headers)).toBe(`next ${path}`);
  expect(await nexts(path, {}, 'POST')).toBe(`next ${path}`);
});
