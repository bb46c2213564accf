import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

process.env['TZ'] = 'UTC';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const alias = [
  // `server-only` throws outside a React server bundle; the lint rules and the build keep the fence meanwhile.
  { find: /^server-only$/, replacement: at('./scripts/empty-module.ts') },
  { find: /^@\//, replacement: at('./') },
];
const exclude = ['**/node_modules/**', '.next/**', 'e2e/**/*.spec.ts'];

/**
 * For every project, which does not take these from the level above. The limits of time are for a machine that does much else:
 * patience costs a passing test nothing. Files of a worker share their imports: isolated, 97 files (app, components, lib/client, lib/view)
 * took 65 s of CPU instead of 21 s.
 */
const shared = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  isolate: false,
  // One second unless set: too short for a machine that does other things too.
  expect: { poll: { timeout: 30_000 } },
};

/** Tests of what depends on the database engine: they run on PostgreSQL too when TEST_DATABASE_URL names a server. */
const onPostgres = [
  'store/engines',
  'log/*',
  'projections/foreign-text',
  'projections/rebuild',
  'projections/row-counts',
  'stats/event-stats',
  'stats/grouping',
  'stats/leader-stats',
  'stream/*',
  'keys/*',
  'http/fuzz',
  'writers',
  'roles',
  'disk-full',
  'sources/chain/chain-history',
  // Half a minute: with the full counts only.
  ...(process.env['TEST_LONG'] === '1' ? ['sources/chain/chain-source', 'sources/chain/chain-refusals'] : []),
  'shared-store',
].map((name) => `lib/index-service/${name}.test.ts`);
const server = process.env['TEST_DATABASE_URL'];

export default defineConfig({
  test: {
    // One more than the cores of a small machine: a third of the time is waiting.
    maxWorkers: 3,
    // Without the tag a test must hold on every change: `npm test` runs those alone, `npm run test:full` the others.
    tags: [{ name: 'full', description: 'Must hold before a merge.' }],
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'node',
          ...shared,
          environment: 'node',
          include: ['**/*.test.ts', '**/*.test.mjs'],
          exclude: [...exclude, '**/*.dom.test.ts'],
        },
      },
      ...(server === undefined
        ? []
        : [
            {
              resolve: { alias },
              test: {
                name: 'postgresql',
                ...shared,
                environment: 'node' as const,
                include: onPostgres,
                env: { TEST_SERVER: server },
              },
            },
          ]),
      {
        plugins: [react({ jsxImportSource: '@/components/jsx' })],
        resolve: { alias },
        test: {
          name: 'dom',
          ...shared,
          environment: 'jsdom',
          setupFiles: ['scripts/dom-setup.ts'],
          include: ['**/*.dom.test.tsx', '**/*.dom.test.ts'],
          exclude,
        },
      },
    ],
  },
});
