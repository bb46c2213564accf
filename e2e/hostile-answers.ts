// Malicious responses that an index, or a proxy in front of it, can send: headers, redirects, echoes of the key, bodies, and strings from the chain that mean something
// to a browser. Lists by class; what the console must make of them is security-answers.spec.ts's.
import { KEY } from '@/e2e/attack-target';
import { EVIL } from '@/e2e/attack-payloads';
import { EMPTY, listing } from '@/e2e/scripted-index';
import { reply, type Reply } from '@/lib/relay/testing/small-index';

export interface HostileAnswer {
  name: string;
  reply: Reply;
}

/** Each must stay on the server: none of these names may be in an answer of the console with this value. */
const HEADERS: [name: string, value: string][] = [
  ['set-cookie', 'dagscope-aaaaaaaa-active=played-index; Path=/'],
  ['set-cookie', '__Host-dagscope-aaaaaaaa-active=played-index; Path=/; Secure'],
  ['location', `https://${EVIL}/played-index`],
  ['refresh', `0; url=https://${EVIL}/played-index`],
  ['link', `<https://${EVIL}/played-index.js>; rel=preload; as=script`],
  ['content-security-policy', 'default-src * played-index.example'],
  ['access-control-allow-origin', 'https://played-index.example'],
  ['clear-site-data', '"cookies", "played-index"'],
  ['sourcemap', '/played-index.map'],
  ['content-disposition', 'attachment; filename=played-index.html'],
  ['x-evil', 'played-index'],
  ['www-authenticate', 'Basic realm="played-index"'],
  ['x-request-id', '<script>alert(1)</script> played-index'],
  ['retry-after', '<b>played-index</b>'],
  ['ratelimit-remaining', 'played-index"><script>'],
  ['x-error-code', `played-index ${'x'.repeat(200)}`],
  ['service-worker-allowed', '/played-index'],
  ['report-to', '{"url":"https://played-index.example"}'],
];

const headers = HEADERS.map(([name, value]): HostileAnswer => ({
  name: `${name}: ${value.slice(0, 40)}`,
  reply: reply(200, EMPTY, { [name]: value }),
}));

const redirects = [301, 302, 303, 307, 308].flatMap((status) =>
  [`https://${EVIL}/`, `//${EVIL}/`, '/tokens/usage', 'javascript:alert(1)'].map(
    (location): HostileAnswer => ({
      name: `${status} to ${location}`,
      reply: reply(status, '', { location }),
    }),
  ),
);

const SECRET = KEY.slice(KEY.indexOf('.') + 1);
const echoes: HostileAnswer[] = [
  { name: 'the key in a listing', reply: reply(200, listing([{ leader_cap_id: KEY }])) },
  { name: 'its secret alone', reply: reply(200, `{"items":[],"metadata":{"echo":"${SECRET}"}}`) },
  { name: 'in an error', reply: reply(500, `{"error_code":"E","message":"no ${KEY}","request_id":"r"}`) },
  { name: 'in a page of a proxy', reply: reply(502, `<p>${KEY}</p>`, { 'content-type': 'text/html' }) },
  { name: 'as the id of the request', reply: reply(200, EMPTY, { 'x-request-id': KEY }) },
  { name: 'as a limit', reply: reply(429, '{}', { 'ratelimit-remaining': SECRET }) },
];

const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const BODIES: [name: string, body: string][] = [
  ['a page that says it is JSON', '<!doctype html><script>alert(1)</script>'],
  ['__proto__', '{"__proto__":{"polluted":1},"items":[],"metadata":{"next_token":null,"total_items":0}}'],
  ['constructor', '{"constructor":{"prototype":{"polluted":1}},"items":[],"metadata":{}}'],
  [
    '__proto__ beside a long number',
    '{"__proto__":{"polluted":12345678901234567890},"items":[],"metadata":{}}',
  ],
  ['arrays in arrays', deep('[', ']', 100_000)],
  [
    'objects in objects, with a long number',
    `${'{"a":'.repeat(50_000)}12345678901234567890${'}'.repeat(50_000)}`,
  ],
  ['a number without an end', `{"items":${'9'.repeat(1_000_000)}}`],
  ['1e999', '{"items":[],"metadata":{"next_token":1e999,"total_items":1e999}}'],
  ['a total below zero', '{"items":[],"metadata":{"next_token":-1,"total_items":-5}}'],
  ['items that are none', '{"items":{"length":4294967295},"metadata":{"next_token":null,"total_items":1}}'],
  ['null', 'null'],
  ['two documents', `${EMPTY}${EMPTY}`],
  ['a byte order mark', `\ufeff${EMPTY}`],
  ['a long text', `{"items":[],"metadata":{"x":"${'x'.repeat(5_000_000)}"}}`],
];
const bodies = BODIES.map(([name, body]): HostileAnswer => ({ name, reply: reply(200, body) }));

/** What text from the chain may hold; each stands as a leader's status and as the tool's name and description. */
export const STRINGS = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg onload=alert(1)>',
  `' onmouseover='alert(1)`,
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//',
  ' \tjavascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  `http://${EVIL}/`,
  `//${EVIL}/`,
  '\\\\evil.example\\share',
  `[x](javascript:alert(1))`,
  '\u202egpj.exe',
  '\u2028alert(1)\u2029',
  'a\u0000b',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  `=HYPERLINK("http://${EVIL}","x")`,
  '<!--',
  ']]>',
  '<style>*{display:none}</style>',
  `<base href="//${EVIL}/">`,
  `<meta http-equiv="refresh" content="0;url=//${EVIL}">`,
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '..',
  '../../key',
  '\ud800',
  '__proto__',
  'constructor',
  '$undefined',
  '$F1',
  'x'.repeat(20_000),
] as const;

const ID = `0x${'1e'.repeat(32)}`;
/** A leader with a hostile text in every field that takes one. */
export const leaderOf = (text: string, place: number) => ({
  leader_cap_id: `0x${String(place).padStart(64, '0')}`,
  is_founding: true,
  leader_address: text,
  network_object_id: ID,
  registry_object_id: ID,
  status: text,
  claim_token: text,
  claimed_tx_digest: text,
  issued_tx_digest: null,
  created_tx_digest: text,
  stake_pool_total: 1,
  stake_total_shares: 1,
  created_at: text,
  updated_at: text,
  onchain_created_at: text,
});
export const toolOf = (text: string, place: number) => ({
  fqn: text,
  object_id: `0x${String(place).padStart(64, '0')}`,
  kind: text,
  location: text,
  description: text,
  is_registered: true,
  registered_at: text,
  unregistered_at: text,
  registry_object_id: text,
  creator: text,
  verified: null,
  lock_duration_ms: 1,
  vault_balance_us: 1,
  workflow_authorization_cap_first: null,
  created_at: text,
  updated_at: text,
  onchain_created_at: text,
});
export const eventOf = (text: string, place: number) => ({
  id: 1_000 - place,
  kind: place % 2 === 0 ? 'ToolRegisteredEvent' : text,
  tx_digest: text,
  sender_address: text,
  onchain_at: text,
  payload: { [text]: text, fqn: text, tool: { name: text }, dag: text },
});
/** A time that no calendar holds, and a chain does. */
export const endlessEvent = {
  id: 2_000,
  kind: 'UnstakeRequestedEvent',
  tx_digest: '8zVxCyDtnEWDZ9bRjKnHFhtJmRpKrQG1fFXpnY6TuNxR',
  sender_address: ID,
  onchain_at: '2026-01-01T00:00:00Z',
  payload: {
    registry: ID,
    leader_cap_id: ID,
    staker: ID,
    shares: 1,
    unlock_at_ms: 9_000_000_000_000_000_000,
  },
};
const strings = STRINGS.map((text, place): HostileAnswer => ({
  name: JSON.stringify(text).slice(0, 60),
  reply: reply(200, listing([leaderOf(text, place)])),
}));

/** Every class with its answers. */
export const HOSTILE: Readonly<Record<string, readonly HostileAnswer[]>> = {
  'headers of an answer': headers,
  'redirects of the index': redirects,
  'echoes of the key': echoes,
  'bodies of an answer': bodies,
  'strings from the chain': strings,
};
