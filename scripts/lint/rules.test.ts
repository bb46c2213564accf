// Our lint rules with the real configuration, on files that exist only in this test.
import { ESLint } from 'eslint';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { badName } from './file-names.mjs';
import { AREAS, refusal } from './import-rules.mjs';

const root = join(import.meta.dirname, '../..');
const eslint = new ESLint({ cwd: root });

// `.mjs`, because the typed rules need files on disk.
async function rulesBroken(file: string, code: string) {
  const [result] = await eslint.lintText(code, { filePath: join(root, file) });
  return (result?.messages ?? []).map((message) => message.ruleId);
}

const REFUSED: [file: string, code: string][] = [
  ['lib/contract/probe.mjs', `import 'next/server';`],
  ['lib/contract/probe.mjs', `import '@/lib/json/exact';`],
  ['lib/contract/probe.mjs', `import 'zod';`],
  ['lib/json/probe.mjs', `import '@/lib/contract/leaders';`],
  ['lib/json/probe.mjs', `import 'zod';`],
  ['lib/time/probe.mjs', `import 'node:timers';`],
  ['lib/time/probe.mjs', `import '@/lib/json/exact';`],
  ['lib/dag/probe.mjs', `import 'reactflow';`],
  ['lib/dag/probe.mjs', `import '@/lib/view/paths';`],
  ['lib/dag/testing/probe.mjs', `import 'dagre';`],
  ['lib/view/probe.mjs', `import '@/lib/client/read';`],
  ['lib/limits/probe.mjs', `import '@/lib/relay/env';`],
  ['lib/index-service/probe.mjs', `import 'next/server';`],
  ['lib/index-service/probe.mjs', `import 'react';`],
  ['lib/index-service/store/probe.mjs', `import '@/lib/relay/env';`],
  ['lib/limits/probe.mjs', `import '@/lib/relay/env';`],
  ['lib/relay/probe.mjs', `import '@/lib/index-service/store';`],
  ['lib/relay/probe.mjs', `import 'next/navigation';`],
  ['lib/relay/webhooks/probe.mjs', `import '@/lib/client/read';`],
  ['lib/client/probe.mjs', `import '@/lib/relay/session/session';`],
  ['lib/client/probe.mjs', `await import('@/lib/relay/session/session');`],
  ['lib/client/probe.mjs', `import '@/lib/index-service/main';`],
  ['lib/client/probe.mjs', `import 'node:fs';`],
  ['lib/client/queries/probe.mjs', `import '../read';`],
  ['lib/client/queries/probe.mjs', `import '@/lib/client/read.ts';`],
  ['components/values/probe.mjs', `import '@/lib/client/read';`],
  ['components/values/probe.mjs', `import '@/lib/client/live/event-store';`],
  ['components/values/probe.mjs', `import '@/components/graph/flow';`],
  ['components/graph/probe.mjs', `import '@/lib/relay/env';`],
  ['components/graph/probe.mjs', `import 'iron-session';`],
  ['components/ui/probe.mjs', `import '@/lib/view/format';`],
  ['components/ui/probe.mjs', `import '@/components/values/amount';`],
  ['components/ui/probe.mjs', `export { a } from '@/lib/contract/leaders';`],
  ['components/shell/probe.mjs', `import '@/app/providers';`],
  ['app/connect/probe.mjs', `'use client';\nimport '@/lib/relay/session/session';`],
  ['app/connect/probe.mjs', `'use client';\nimport 'next/headers';`],
  ['app/connect/probe.mjs', `import '@/lib/index-service/main';`],
  ['app/api/index/probe.mjs', `import '@/lib/client/read';`],
  ['app/api/index/probe.mjs', `import '@/components/ui/button';`],
  ['pages/api/probe.mjs', `import '@/lib/view/format';`],
  ['e2e/probe.mjs', `import '@/lib/relay/hub';`],
  ['scripts/probe.mjs', `import '@/app/page';`],
];

const ALLOWED: [file: string, code: string][] = [
  ['lib/contract/probe.mjs', `import 'zod/mini';\nimport '@/lib/contract/errors';\nimport './errors';`],
  ['lib/json/probe.mjs', `import 'lossless-json';`],
  ['lib/dag/probe.mjs', `import '@/lib/contract/dags';`],
  [
    'lib/index-service/probe.mjs',
    `import 'node:http';\nimport 'hono/streaming';\nimport '@/lib/time/clock';`,
  ],
  ['lib/limits/probe.mjs', `import '@/lib/contract/errors';\nimport 'node:net';`],
  ['lib/relay/probe.mjs', `import 'server-only';\nimport 'next/headers';\nimport 'iron-session';`],
  ['lib/relay/webhooks/probe.mjs', `import '@/lib/client/event-filter';\nimport '@/lib/time/clock';`],
  ['lib/client/probe.mjs', `import 'react';\nimport '@/lib/time/clock';\nimport '@/lib/view/paths';`],
  ['components/record/probe.mjs', `import '@/lib/client/read';\nimport '@/components/ui/button';`],
  ['components/graph/probe.mjs', `import 'reactflow/dist/style.css';\nimport '@/lib/dag/graph';`],
  [
    'app/leaders/probe.mjs',
    `import '@/lib/relay/reader';\nimport 'next/headers';\nimport '@/lib/client/read';`,
  ],
  ['app/api/index/probe.mjs', `import '@/lib/relay/respond';\nimport 'next/server';`],
  ['e2e/probe.mjs', `import '@playwright/test';\nimport '@/lib/contract/dags';`],
];

describe('import rules', () => {
  it.each(REFUSED)('%s may not: %s', async (file, code) => {
    expect(await rulesBroken(file, code)).toContain('local/import-rules');
  });

  it.each(ALLOWED)('%s may: %s', async (file, code) => {
    expect(await rulesBroken(file, code)).not.toContain('local/import-rules');
  });

  it('has a refused case for every area', () => {
    const covered = new Set(REFUSED.map(([file]) => file));
    for (const area of Object.keys(AREAS)) {
      expect(
        [...covered].some((file) => file.startsWith(`${area}/`)),
        area,
      ).toBe(true);
    }
  });

  it('lets tests import anything except app', () => {
    expect(refusal('lib/relay/hub.test.ts', '@/lib/index-service/service')).toBeNull();
    expect(refusal('lib/relay/hub.test.ts', '@/app/page')).toBe('app must not be imported');
  });

  it('treats a route handler in app as relay code', () => {
    expect(refusal('app/healthz/route.ts', '@/lib/relay/env')).toBeNull();
    expect(refusal('app/healthz/route.ts', '@/components/ui/button')).toMatch(/^app\/api may import/);
  });
});

describe('the other rules', () => {
  it('restricts the environment to its modules', async () => {
    const code = `export const port = process.env.PORT;`;
    expect(await rulesBroken('lib/client/probe.mjs', code)).toContain('no-restricted-properties');
    expect(await rulesBroken('lib/relay/session.mjs', code)).toContain('no-restricted-properties');
    expect(await rulesBroken('scripts/probe.mjs', code)).not.toContain('no-restricted-properties');
  });

  it('refuses barrels and files of more than 300 lines', async () => {
    expect(await rulesBroken('lib/view/probe.mjs', `export * from '@/lib/view/format';`)).toContain(
      'no-restricted-syntax',
    );
    expect(await rulesBroken('lib/view/probe.mjs', 'void 0;\n'.repeat(301))).toContain('max-lines');
  });

  it.each([
    ['components/Button.tsx', 'not kebab-case'],
    ['components/dataTable/rows.tsx', 'not kebab-case'],
    ['lib/view/utils.ts', 'is a catch-all'],
    ['lib/client/hooks/use-a.ts', 'is a catch-all'],
    ['lib/view/index.ts', 'no barrels'],
  ])('refuses the name %s', (file, why) => {
    expect(badName(file)).toContain(why);
  });

  it.each(['app/(console)/dags/[id]/page.tsx', 'app/api/index/[...path]/route.ts', 'lib/a/x.dom.test.tsx'])(
    'accepts the name %s',
    (file) => {
      expect(badName(file)).toBeNull();
    },
  );

  it('finds a cycle', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cycle-'));
    try {
      await writeFile(join(folder, 'a.mjs'), `import { b } from './b.mjs';\nexport const a = () => b;\n`);
      await writeFile(
        join(folder, 'b.mjs'),
        `import {\n  a,\n} from '@/a.mjs';\nexport const b = () => a;\n`,
      );
      const elsewhere = new ESLint({
        cwd: folder,
        overrideConfigFile: join(root, 'eslint.config.mjs'),
        overrideConfig: { rules: { '@next/next/no-html-link-for-pages': 'off' } },
      });
      const results = await elsewhere.lintFiles(['a.mjs']);
      expect(results.flatMap((result) => result.messages.map((message) => message.ruleId))).toContain(
        'local/import-cycles',
      );
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
