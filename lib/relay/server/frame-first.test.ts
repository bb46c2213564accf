import { expect, it, onTestFinished } from 'vitest';
import { frameFirst, puttingToRest } from './frame-first';
import { serve } from '@/lib/relay/testing/plain-server';

const DOCUMENT =
  '<!DOCTYPE html><html><head><meta charset="utf-8"/><link rel="stylesheet" href="/_next/static/a.css"/>' +
  '<script src="/_next/static/chunks/one.js" async="" nonce="n1"></script>' +
  '<script src="/_next/static/chunks/two.js" nonce="n1" async=""></script>' +
  '<script src="/_next/static/chunks/old.js" noModule="" nonce="n1"></script></head>' +
  '<body><p>1 < 2, ‘vertex’ <scr</p><script nonce="n1">self.__next_f.push([1,"<head>"])</script></body></html>';

const rested = (pieces: readonly string[]) => {
  const rest = puttingToRest('n1');
  return pieces.map((piece) => rest.piece(piece)).join('') + rest.end();
};

it('puts the scripts that run beside the document to rest, and wakes them from the head', () => {
  const whole = rested([DOCUMENT]);
  expect(whole).toContain('<script type="after-frame" data-src="/_next/static/chunks/one.js" nonce="n1">');
  expect(whole).toContain('<script type="after-frame" data-src="/_next/static/chunks/two.js" nonce="n1">');
  expect(whole).toMatch(/^<!DOCTYPE html><html><head><script nonce="n1">\(\(\)=>/);
  // Besides, nothing is changed.
  const restored = whole
    .replace(/<head><script nonce="n1">.*?<\/script>/, '<head>')
    .replaceAll(/type="after-frame" data-src="([^"]+)" nonce="n1"/g, 'src="$1" async="" nonce="n1"');
  expect(restored).toBe(DOCUMENT.replace('nonce="n1" async=""', 'async="" nonce="n1"'));
});

it('leaves a document alone whose head it does not know: nothing would wake its tags', () => {
  const other = DOCUMENT.replace('<html><head>', '<html><head class="x">').replace('"<head>"', '"head"');
  expect(rested([other])).toBe(other);
});

it('gives the same document however it is cut into pieces', () => {
  const whole = rested([DOCUMENT]);
  for (let at = 1; at < DOCUMENT.length; at += 1)
    expect(rested([DOCUMENT.slice(0, at), DOCUMENT.slice(at)])).toBe(whole);
  expect(rested([...DOCUMENT])).toBe(whole);
});

it('changes a document with a policy and nothing else, byte by byte', async () => {
  const bytes = Buffer.from(DOCUMENT);
  const ask = await serve(onTestFinished, (request, response) => {
    expect(frameFirst(request, response)).toBe(false);
    if (request.url !== '/no-policy')
      response.setHeader('Content-Security-Policy', "script-src 'self' 'nonce-n1' 'strict-dynamic'");
    response.setHeader(
      'Content-Type',
      request.url === '/data' ? 'application/json' : 'text/html; charset=utf-8',
    );
    if (request.url === '/measured')
      return void response.setHeader('Content-Length', bytes.length).end(bytes);
    if (request.url === '/twice') return void response.end(bytes).end();
    // In the middle of a character.
    const cut = bytes.indexOf('‘') + 1;
    response.write(bytes.subarray(0, cut), () => response.end(bytes.subarray(cut)));
  });
  const told = async (path: string, method?: string) => (await ask(path, {}, method)).text;
  const whole = rested([DOCUMENT]);
  expect(await told('/page')).toBe(whole);
  expect(await told('/measured')).toBe(whole);
  expect(await told('/twice')).toBe(whole);
  for (const path of ['/data', '/no-policy']) expect(await told(path)).toBe(DOCUMENT);
  expect(await told('/page', 'POST')).toBe(DOCUMENT);
});
