// The import arrow of the house, as one table and the ESLint rule that reads it.
//
// A file belongs to the area with the longest matching prefix. `ours` lists the areas (or single files, by
// prefix) it may import; its own area is always allowed. `packages` is an allow-list, or `'browser'`:
// everything but what runs on a server only. Specifiers are resolved as text, through the alias `@/` or
// relative, so the rule needs no disk and judges files that do not exist yet.
// Not checked: tests, which start the real parts, except that no file may import app.
import { posix } from 'node:path';

const NODE = 'node:*';
const SERVER_ONLY_PACKAGES = [
  NODE,
  '@electric-sql/pglite',
  '@hono/node-server',
  'hono',
  'iron-session',
  'next/headers',
  'next/server',
  'pino',
  'postgres',
  'prom-client',
  'server-only',
];
const VALUES = ['lib/contract', 'lib/json', 'lib/view', 'lib/dag'];

export const AREAS = {
  'lib/contract': { ours: [], packages: ['zod/mini'] },
  'lib/json': { ours: [], packages: ['lossless-json'] },
  'lib/dag': { ours: ['lib/contract', 'lib/json'], packages: ['zod/mini'] },
  // Structures and recorded runs for tests, made up or generated.
  'lib/dag/testing': { ours: ['lib/contract', 'lib/json', 'lib/dag'], packages: ['fast-check'] },
  'lib/view': { ours: ['lib/contract', 'lib/json'], packages: ['zod/mini'] },
  'lib/limits': { ours: ['lib/contract'], packages: [NODE] },
  'lib/index-service': {
    ours: ['lib/contract', 'lib/json', 'lib/limits'],
    packages: [
      NODE,
      '@electric-sql/pglite',
      '@hono/node-server',
      'eventsource-parser',
      'hono',
      'jose',
      'pino',
      'postgres',
      'prom-client',
      'zod',
    ],
  },
  'lib/relay': {
    ours: ['lib/contract', 'lib/json', 'lib/limits'],
    packages: [
      NODE,
      'eventsource-parser',
      'iron-session',
      'jose',
      'next/headers',
      'next/server',
      'pino',
      'prom-client',
      'server-only',
      'zod',
    ],
  },
  'lib/client': { ours: VALUES, packages: ['@tanstack/react-query', 'nuqs', 'react', 'zod/mini'] },
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
/** What a file of app may import besides, when it runs on the server (no `'use client'`). */
const APP_SERVER = { ours: ['lib/relay'], packages: ['next/headers', 'next/server', 'server-only'] };

const under = (path, prefix) =>
  path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}.`);
const isTest = (file) => /\.test\.(ts|tsx|mjs)$/.test(file);
const matches = (specifier, name) =>
  name === NODE ? specifier.startsWith('node:') : specifier === name || specifier.startsWith(`${name}/`);

/** The area of a file given relative to the repository, or null for one outside the table (configs, scripts). */
function areaOf(file) {
  if (/^app\/.*\/?route\.tsx?$/.test(file)) return 'app/api';
  const found = Object.keys(AREAS).filter((area) => under(file, area));
  return found.sort((a, b) => b.length - a.length)[0] ?? null;
}

/** Path relative to the repository for a specifier of ours, or null when it names a package. */
function ourPath(file, specifier) {
  if (specifier.startsWith('@/')) return posix.normalize(specifier.slice(2));
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier);
  return null;
}

/** Why `file` may not import `specifier`, or null when it may. `client`: the file says `'use client'`. */
export function refusal(file, specifier, { client = false } = {}) {
  const area = areaOf(file);
  const path = ourPath(file, specifier);
  if (path !== null && under(path, 'app') && !file.startsWith('app/')) return 'app must not be imported';
  if (area === null || isTest(file)) return null;
  const rule = AREAS[area];
  const server = area === 'app' && !client;
  if (path !== null) {
    if (/\.(ts|tsx|js)$/.test(path)) return 'write it without a file extension';
    if (specifier.startsWith('../')) return 'write it through the alias `@/`';
    const target = areaOf(path);
    if (target === area || /\.(css|json)$/.test(path)) return null;
    const allowed = [...rule.ours, ...(server ? APP_SERVER.ours : [])];
    // A part below another (components/ui, components/live) is reached through the wider one.
    if (allowed.some((prefix) => under(path, prefix)) || under(path, area)) return null;
    return `${area} may import ${allowed.length > 0 ? allowed.join(', ') : 'nothing of ours'}`;
  }
  if (rule.packages === null) return null;
  if (rule.packages === 'browser') {
    const refused = SERVER_ONLY_PACKAGES.find((name) => matches(specifier, name));
    if (!refused || (server && APP_SERVER.packages.includes(refused))) return null;
    return `${refused} runs on the server only`;
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
    const judge = (source) => {
      if (typeof source?.value !== 'string') return;
      const why = refusal(file, source.value, { client });
      if (why) context.report({ node: source, messageId: 'refused', data: { specifier: source.value, why } });
    };
    return {
      ImportDeclaration: (node) => judge(node.source),
      ImportExpression: (node) => judge(node.source),
      ExportNamedDeclaration: (node) => judge(node.source),
      ExportAllDeclaration: (node) => judge(node.source),
    };
  },
};
