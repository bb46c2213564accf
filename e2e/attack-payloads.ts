// What is put into a request to hurt: lists by kind, nothing else. Where each is put is attacks.ts's.

export const EVIL = 'evil.example';

export const ACTS = [
  '',
  '/check',
  '/claim',
  '/demo',
  '/disconnect',
  '/recovery',
  '/restore',
  '/reveal',
  '/revoke',
  '/unlock',
  '/use',
];

export const DOTS = [
  '..',
  '%2e%2e',
  '.%2e',
  '%252e%252e',
  '..;',
  '..%00',
  '..%2f..',
  '..%5c..',
  '%c0%ae%c0%ae',
  '....//',
];

export const AUTHORITIES = [
  `//${EVIL}`,
  `/@${EVIL}`,
  `/http://${EVIL}`,
  `/${EVIL}:80`,
  '/169.254.169.254/latest',
  '/[::1]:22',
  '/localhost:22',
];

export const NEXTS = [
  `//${EVIL}`,
  `///${EVIL}`,
  `/\\${EVIL}`,
  `\\\\${EVIL}`,
  `https://${EVIL}`,
  `https:${EVIL}`,
  `/%09/${EVIL}`,
  `/\t/${EVIL}`,
  `javascript:alert(1)`,
  `JaVaScRiPt:alert(1)`,
  `data:text/html,<script>alert(1)</script>`,
  `vbscript:x`,
  `/%2f${EVIL}`,
  `/\n/${EVIL}`,
  `/..//${EVIL}`,
  `/.//${EVIL}`,
  `/%2e//${EVIL}`,
  `/x/..//${EVIL}`,
  `@${EVIL}`,
  `/@${EVIL}`,
  `${EVIL}`,
  `/connect?next=//${EVIL}`,
  `/api/session`,
  `"><script>alert(1)</script>`,
  `/overview"><img src=x onerror=alert(1)>`,
  `/\u2028//${EVIL}`,
  `/\u0000//${EVIL}`,
];

export const BREAKS = [
  '%0d%0aSet-Cookie:evil=1',
  '%0aX-Evil:1',
  '%0d%0a%0d%0a<script>alert(1)</script>',
  '%00',
  '%E5%98%8A%E5%98%8DSet-Cookie:evil=1',
  '%u000d',
];

export const ORIGINS = [
  `https://${EVIL}`,
  'null',
  'file://',
  `http://127.0.0.1.${EVIL}`,
  'http://127.0.0.1:1',
  'http://localhost',
  '',
  'chrome-extension://abc',
];

const deep = (open: string, close: string) => open.repeat(7_000) + close.repeat(7_000);
export const BODIES: (string | Buffer)[] = [
  '',
  'null',
  '[]',
  '0',
  '"text"',
  '{',
  '{"key":',
  '{"__proto__":{"admin":true},"key":"x"}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"key":{"$gt":""}}',
  '{"key":["k_1.aaaaaaaa"]}',
  '{"key":"k_1.aaaa\\r\\nx-evil: 1"}',
  '{"key":"k_1.aaaaaaaa","key":null}',
  '{"connection":{"toString":"x"}}',
  '{"connection":"__proto__"}',
  '{"use":"operator","password":"x"}',
  '{"email":"a@b.example\\r\\nBcc: c@d"}',
  '{"email":"a@b.example","scopes":["admin:write"]}',
  '{"email":"a@b.example","scopes":{"length":1}}',
  '{"file":{"format":"dagscope-recovery-1"}}',
  '{"file":{"format":"dagscope-recovery-1","network":"index","key_id":"k","made_at":"x","sealed":"Fe26.2*1*a*b*c*d*e*f"},"passphrase":"0123456789"}',
  '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
  'x'.repeat(20_000),
  `{"key":"${'9'.repeat(15_000)}"}`,
  deep('[', ']'),
  deep('{"a":', '}').replace('{"a":}', '{"a":1}'),
  `{"n":${'1'.repeat(15_000)}}`,
  Buffer.from([0xff, 0xfe, 0x7b, 0x7d]),
  Buffer.from('{"key":"\xc3\x28"}', 'latin1'),
];

export const VALUES = [
  "' or '1'='1",
  '1;drop table events',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '${7*7}',
  '../../etc/passwd',
  '%00',
  'a'.repeat(2_000),
  '-1',
  '1e999',
  'NaN',
  '[]',
  '\u202e',
  '＜svg onload=alert(1)＞',
];

export const SEALS = [
  '',
  'x',
  'Fe26.2**',
  `Fe26.2*1*${'a'.repeat(64)}*b*c**${'d'.repeat(64)}*e~2`,
  'null',
  '%7B%7D',
  '{"connections":[]}',
  'a'.repeat(3_000),
  'eyJhbGciOiJub25lIn0.e30.',
];

/** States of Next's router that are lists, but of another shape. */
export const OTHER_LISTS: unknown[] = [
  [],
  [''],
  ['', null],
  ['', []],
  ['', { children: [] }],
  ['', { children: ['', { children: 5 }] }],
  ['', JSON.parse('{"__proto__":5}')],
  [5, {}],
  [['id', 'a', 'x', null], {}],
  [['id', 'a', 'd'], {}],
  [['id', 'a', 'd', 'b'], {}],
  ['', {}, 'refetch'],
  ['', {}, ['/tools']],
  ['', {}, null, 'other'],
  ['', {}, null, null, '1'],
  ['', {}, null, null, 1, 2],
  ['', {}, null, null, 1, '', ''],
];

export const INTERNAL: Record<string, string>[] = [
  { 'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy' },
  { 'x-middleware-rewrite': `https://${EVIL}` },
  { 'x-nonce': '"><script>' },
  { 'x-console-path': `//${EVIL}` },
  { 'x-console-address': '1.2.3.4' },
  { 'x-invoke-path': '/key' },
  { 'x-matched-path': '/key' },
  { 'x-next-intent': '1' },
  { 'content-security-policy': `script-src *` },
  ...['%00', 'garbage', '{}', ...OTHER_LISTS.map((state) => JSON.stringify(state))].map((state) => ({
    rsc: '1',
    'next-router-state-tree': state,
  })),
  { rsc: '1' },
  { 'next-router-prefetch': '1' },
  { purpose: 'prefetch' },
];
