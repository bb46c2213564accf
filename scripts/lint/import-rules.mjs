// Which folder may import which, as a table and the ESLint rule that checks it. A file belongs to the area with the longest
// matching prefix. Imports are resolved as text, so files need not exist. Tests are exempt, except that only app may import app.
import { posix } from 'node:path';

const NODE = 'node:*';
const SERVER_ONLY_PACKAGES = [
  NODE,
  '@electric-sql/pglite',
  '@hono/node-server',
  '@redis/client',
  'hono',
  'iron-session',
  'next/headers',
  'next/server',
  'pg',
  'pino',
  'prom-client',
  'rate-limiter-flexible',
  'server-only',
];
const VALUES = ['lib/contract', 'lib/json', 'lib/time', 'lib/view', 'lib/dag'];

/** `ours`: areas or files an area may import besides itself. `packages`: allowed ones; `'browser'`: all that run in a browser. */
export const AREAS = {
  'lib/contract': { ours: [], packages: ['zod/mini'] },
  'lib/json': { ours: [], packages: ['lossless-json'] },
  'lib/time': { ours: [], packages: [] },
  'lib/dag': { ours: ['lib/contract', 'lib/json'], packages: ['zod/mini'] },
  // Test data: structures and recorded runs.
  'lib/dag/testing': { ours: ['lib/contract', 'lib/json', 'lib/dag'], packages: ['fast-check'] },
  'lib/view': { ours: ['lib/contract', 'lib/json'], packages: ['zod/mini'] },
  'lib/limits': { ours: ['lib/contract'], packages: [NODE] },
  'lib/index-service': {
    ours: ['lib/contract', 'lib/json', 'lib/limits', 'lib/time'],
    packages: [
      NODE,
      '@electric-sql/pglite',
      '@hono/node-server',
      'eventsource-parser',
      'hono',
      'jose',
      'pg',
      'pg-connection-string',
      'pino',
      'prom-client',
      'zod',
    ],
  },
  'lib/relay': {
    ours: ['lib/contract', 'lib/json', 'lib/limits', 'lib/time'],
    packages: [
      NODE,
      '@redis/client',
      'eventsource-parser',
      'iron-session',
      'jose',
      'next/headers',
      'next/server',
      'pino',
      'prom-client',
      'rate-limiter-flexible',
      'server-only',
      'zod',
    ],
  },
  // Sentences and filters of alerts, as in a browser.
  'lib/relay/webhooks': {
    ours: [
      ...['lib/contract', 'lib/json', 'lib/relay', 'lib/time', 'lib/view'],
      ...['lib/client/alerts/alert-rules', 'lib/client/event-filter'],
    ],
    packages: [NODE],
  },
  'lib/client': {
    ours: VALUES,
    packages: ['@tanstack/react-query', 'nuqs', 'react', 'zod/mini'],
  },
  components: { ours: [...VALUES, 'lib/client'], packages: 'browser' },
  'components/ui': { ours: [], packages: 'browser' },
  'components/values': { ours: [...VALUES, 'components/ui'], packages: 'browser' },
  app: { ours: [...VALUES, 'components', 'lib/client'], packages: 'browser' },
  'app/api': { ours: ['lib/relay', 'lib/contract', 'lib/json'], packages: ['next/server', 'zod'] },
  'pages/api': { ours: ['lib/relay', 'lib/contract', 'lib/json'], packages: [NODE, 'next', 'zod'] },
  e2e: {
    ours: ['lib/contract', 'lib/dag/testing', 'lib/json', 'lib/relay/testing', 'scripts'],
    packages: null,
  },
};
/** What files of app may also import if they run on the server (no `'use client'`). */
const APP_SERVER = { ours: ['lib/relay'], packages: ['next/headers', 'next/server', 'server-only'] };

const under = (path, prefix) =>
  path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}.`);
const isTest = (file) => /\.test\.(ts|tsx|mjs)$/.test(file);
const matches = (specifier, name) =>
  name === NODE ? specifier.startsWith('node:') : specifier === name || specifier.startsWith(`${name}/`);

/** The area of a file (relative to the repository), or null if it is in none (configs, scripts). */
function areaOf(file) {
  if (/^app\/.*\/?route\.tsx?$/.test(file)) return 'app/api';
  const found = Object.keys(AREAS).filter((area) => under(file, area));
  return found.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** The path of one of our files relative to the repository, or null for a package. */
function ourPath(file, specifier) {
  if (specifier.startsWith('@/')) return posix.normalize(specifier.slice(2));
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  return null;
}

/** Why `file` may not import `specifier`, or null if it may. `client`: the file has `'use client'`. */
export function refusal(file, specifier, { client = false } = {}) {
  const area = areaOf(file);
  const path = ourPath(file, specifier);
  if (path !== null && under(path, 'app') && !file.startsWith('app/')) return 'app must not be imported';
  if (area === null || isTest(file)) return null;
  const rule = AREAS[area];
  const server = area === 'app' && !client;
  if (path !== null) {
    if (/\.(ts|tsx|js)$/.test(path)) return 'omit the file extension';
    if (specifier.startsWith('../')) return 'use the alias `@/`';
    const target = areaOf(path);
    if (target === area || /\.(css|json)$/.test(path)) return null;
    const allowed = [...rule.ours, ...(server ? APP_SERVER.ours : [])];
    // A nested area (components/ui) is part of the area around it.
    if (allowed.some((prefix) => under(path, prefix)) || under(path, area)) return null;
    return `${area} may import ${allowed.length > 0 ? allowed.join(', ') : 'none of our files'}`;
  }
  if (rule.packages === null) return null;
  if (rule.packages === 'browser') {
    const refused = SERVER_ONLY_PACKAGES.find((name) => matches(specifier, name));
    if (!refused || (server && APP_SERVER.packages.includes(refused))) return null;
    return `${refused} runs only on the server`;
  }
  if (rule.packages.some((name) => matches(specifier, name))) return null;
  return `${area} may import ${rule.packages.length > 0 ? rule.packages.join(', ') : 'no package'}`;
}

export const importRules = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { refused: "'{{specifier}}' must not be imported here: {{why}}." },
  },
  create(context) {
    const file = posix.relative(context.cwd.replaceAll('\\', '/'), context.filename.replaceAll('\\', '/'));
    const client = context.sourceCode.ast.body.some((node) => node.directive === 'use client');
    const check = (source) => {
      if (typeof source?.value !== 'string') return;
      const why = refusal(file, source.value, { client });
      if (why) context.report({ node: source, messageId: 'refused', data: { specifier: source.value, why } });
    };
    return {
      ImportDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
    };
  },
};
