// Serves the plain page: one bundle, and the structures from the index that the console also reads.
import { build } from 'esbuild';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const DOCUMENT =
  '<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><link rel="stylesheet" href="/bare.css">' +
  '<style>html,body,#root{height:100%;margin:0}</style><div id="root"></div><script type="module" src="/bare.js"></script>';

async function bundled(): Promise<Map<string, Uint8Array>> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('bare.tsx', import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    jsx: 'automatic',
    outdir: '/',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return new Map(outputFiles.map(({ path, contents }) => [path, contents]));
}

export interface BarePage {
  url: string;
  close: () => Promise<void>;
}

/** The page of a DAG is `${url}/<object id>`. */
export async function serveBarePage(indexUrl: string, key: string): Promise<BarePage> {
  const files = await bundled();
  const send = (response: ServerResponse, type: string, body: Uint8Array | string) =>
    response.writeHead(200, { 'content-type': type, 'cache-control': 'max-age=3600' }).end(body);
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const file = files.get(path);
    if (file) return send(response, path.endsWith('.css') ? 'text/css' : 'text/javascript', file);
    if (!path.startsWith('/structure/')) return send(response, 'text/html', DOCUMENT);
    const structureUrl = `${indexUrl}/dags/${path.slice('/structure/'.length)}/structure`;
    return void fetch(structureUrl, { headers: { 'x-api-key': key } }).then(
      async (answer) =>
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
      () => response.writeHead(502).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((done) => server.close(() => done())),
  };
}
