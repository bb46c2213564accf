// npm run screenshots: takes the pictures of README.md again, from a simulated network, into docs/images. Needs a build.
import { join } from 'node:path';
import { readIndex } from '@/e2e/index-reader';
import { signIn } from '@/e2e/visitor';
import { inBrowser } from './bench/in-browser';
import { inRoot } from './processes.mjs';

const SIZE = { width: 1280, height: 800 };
/** Figures and graphs are drawn once their data is there. */
const SETTLE_MS = 3_000;

await inBrowser(
  async ({ browser, stack }) => {
    const index = await readIndex(stack);
    const first = async (path: string) => (await index.all(path))[0]?.['object_id'];
    const aborted = String(await first('/executions?status=aborted'));
    const dags = await index.all('/dags');
    const largest = dags.toSorted((a, b) => Number(b['vertices']) - Number(a['vertices']))[0];
    const pages = {
      overview: '/overview',
      analyze: '/analyze',
      executions: '/executions',
      dags: '/dags',
      execution: `/executions/${aborted}`,
      dag: `/dags/${String(largest?.['object_id'])}`,
      agents: '/agents',
      tasks: '/tasks',
      payments: '/payments',
      events: '/events',
    };
    const context = await browser.newContext({
      baseURL: stack.consoleUrl,
      viewport: SIZE,
      colorScheme: 'dark',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await signIn(page);
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(path);
      await page.waitForTimeout(SETTLE_MS);
      await page.screenshot({ path: join(inRoot('docs/images'), `${name}.png`) });
      console.log(`docs/images/${name}.png`);
    }
    return {};
  },
  { simulate: '7:2' },
);
