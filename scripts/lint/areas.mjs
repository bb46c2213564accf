// Which folder may import which, as a table and the overrides of `no-restricted-imports` made from it. Tests are exempt, except
// that only app may import app.
const NODE = 'node:*';
export const SERVER_ONLY_PACKAGES = [
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
const VALUES = ['lib/contract', 'lib/json', 'lib/text', 'lib/time', 'lib/view', 'lib/dag'];
const APP = { ours: [...VALUES, 'components', 'lib/client'], packages: 'browser' };
const ROUTES = ['lib/relay', 'lib/contract', 'lib/json'];

/**
 * `ours`: areas or files an area may import besides itself. `packages`: allowed ones; `'browser'`: all that run in a browser.
 * `files`: where they are not those of the folder. The last match wins.
 */
export const AREAS = {
  'lib/contract': { ours: ['lib/json'], packages: ['zod/mini'] },
  'lib/time': { ours: [], packages: [] },
  // Foreign text beside ours: names in drawings and sentences, and every element of a page.
  'lib/text': { ours: [], packages: [] },
  'lib/json': { ours: [], packages: ['lossless-json'] },
  'lib/dag': { ours: ['lib/contract', 'lib/json', 'lib/text'], packages: [] },
  // Test data: structures and recorded runs.
  'lib/dag/testing': { ours: ['lib/contract', 'lib/dag'], packages: ['fast-check'] },
  'lib/view': { ours: ['lib/contract', 'lib/json', 'lib/text'], packages: [] },
  'lib/limits': { ours: ['lib/contract'], packages: [NODE] },
  'lib/index-service': {
    // A DAG is counted as its page counts it.
    ours: ['lib/contract', 'lib/dag/counts', 'lib/json', 'lib/limits', 'lib/time'],
    packages: [
      NODE,
      '@bufbuild/protobuf',
      '@connectrpc/connect',
      '@connectrpc/connect-node',
      '@electric-sql/pglite',
      '@hono/node-server',
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
      'lib/contract',
      'lib/json',
      'lib/relay',
      'lib/text',
      'lib/time',
      'lib/view',
      'lib/client/alerts/alert-rules',
      'lib/client/event-filter',
    ],
    packages: [NODE],
  },
  'lib/client': { ours: VALUES, packages: ['@tanstack/react-query', 'nuqs', 'react', 'zod/mini'] },
  components: { ours: [...VALUES, 'lib/client'], packages: 'browser' },
  'components/ui': { ours: [], packages: 'browser' },
  'components/values': { ours: [...VALUES, 'components/ui', 'components/jsx'], packages: 'browser' },
  app: APP,
  'app/page': {
    files: ['app/**/{page,layout}.tsx', 'app/_prefetch/**'],
    ours: [...APP.ours, 'app', 'lib/relay'],
    packages: 'browser',
    onServer: ['next/headers', 'next/server', 'server-only'],
  },
  'app/api': {
    files: ['app/api/**', 'app/**/route.{ts,tsx}'],
    ours: ROUTES,
    packages: ['next/server', 'zod'],
    // Beside a route elsewhere in app are files of a page.
    siblings: false,
  },
  'pages/api': { ours: ROUTES, packages: [NODE, 'next', 'zod'] },
  e2e: {
    ours: [
      'lib/contract',
      'lib/dag/testing',
      'lib/json',
      'lib/relay/testing',
      'scripts',
      'playwright.config',
    ],
    packages: 'all',
  },
};

const NOT_APP = { regex: '^(@|(\\.\\./)*\\.{1,2})/app(/|$)', message: 'Only app may import app.' };
const NO_PROCESS = ['process', 'node:process'].map((name) => ({
  name,
  message: 'Only the env modules read the environment.',
}));
const SPECIFIERS = [
  { regex: '^\\.\\.(/|$)|/\\.\\.(/|$)', message: 'Use the alias `@/`.' },
  { regex: '^[@.]/.*\\.(ts|tsx|js)$', message: 'Omit the file extension.' },
];

const within = (path) => [path, `${path}/**`];
const allow = (patterns) => patterns.map((pattern) => `!${pattern}`);

/** Refuses everything but `allowed`. A pattern without a slash matches the end of any path, so those come first. */
function allBut(allowed) {
  const patterns = allowed.flatMap(within);
  const isName = (pattern) => !pattern.includes('/');
  return [
    ...['**', ...allow(patterns.filter(isName))],
    ...['*/**', ...allow(patterns.filter((pattern) => !isName(pattern)))],
  ];
}

/** Patterns that refuse what `area` may not import. An allowed import ends the search, so the groups of the area come last. */
function directions(area, { ours, packages, onServer = [], siblings = true }) {
  const ourPaths = [
    ...(siblings ? ['./**'] : []),
    '@/**/*.{css,json}',
    ...[area, ...ours].flatMap((path) => within(`@/${path}`)),
  ];
  const message = `${area} may import ${ours.join(', ') || 'none of our files'}; packages: ${packages}.`;
  if (Array.isArray(packages)) return [{ group: [...allBut(packages), ...allow(ourPaths)], message }];
  const refused = packages === 'all' ? [] : SERVER_ONLY_PACKAGES.filter((name) => !onServer.includes(name));
  return [
    ...(refused.length > 0 ? [{ group: refused.flatMap(within), message: 'Runs only on the server.' }] : []),
    { group: ['@/**', ...allow(ourPaths)], message },
  ];
}

const rule = (paths, patterns) => ({ 'no-restricted-imports': ['error', { paths, patterns }] });

function areaRule(area, { env = false } = {}) {
  const notApp = area === 'app' || area.startsWith('app/') ? [] : [NOT_APP];
  return rule(env ? [] : NO_PROCESS, [...notApp, ...SPECIFIERS, ...directions(area, AREAS[area])]);
}

/** For files in no area. */
export const IMPORTS = rule(NO_PROCESS, [NOT_APP]);

const OUTSIDE = [
  'instrumentation.ts',
  '{next,oxlint,playwright,postcss,vitest}.config.{ts,mjs}',
  'scripts/**',
];
const ENV_MODULES = ['lib/relay', 'lib/index-service'];
/** The only files that read the environment: two modules of the product, and those that start processes. */
export const ENVIRONMENT = [...OUTSIDE, 'e2e/**', ...ENV_MODULES.map((area) => `${area}/env.ts`)];

const TESTS = '*.test.{ts,tsx,mjs}';
export const importOverrides = [
  { files: OUTSIDE, rules: rule([], [NOT_APP]) },
  ...Object.entries(AREAS).map(([area, { files = [`${area}/**`] }]) => ({
    files,
    rules: areaRule(area, { env: area === 'e2e' }),
  })),
  ...ENV_MODULES.map((area) => ({ files: [`${area}/env.ts`], rules: areaRule(area, { env: true }) })),
  { files: [`**/${TESTS}`], rules: IMPORTS },
  { files: [`{scripts,e2e}/**/${TESTS}`], rules: rule([], [NOT_APP]) },
  { files: [`app/**/${TESTS}`], rules: rule(NO_PROCESS, []) },
];
