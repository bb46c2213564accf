// npm run conformance -- --url URL: checks an index against the specification and lists what it lacks (key in INDEX_API_KEY).
// npm run conformance -- --self: starts and checks our own index; with --url, also runs the rules for our own index against that one.
// Prints rule, section, verdict and deciding request; exits with 0 if no rule fails.
import { allRules } from './all-rules';
import { askBeyond, lacksTable } from './lacks';
import { startLocalIndex } from './local-index';
import { createProbe } from './rule';
import { report, runRules } from './run';

const args = process.argv.slice(2);
const at = args.indexOf('--url');
const url = at === -1 ? undefined : args[at + 1];
const key = process.env['INDEX_API_KEY'];
const self = args.includes('--self');

async function run(target: { url: string; key: string }): Promise<number> {
  const rules = allRules.filter((rule) => self || rule.selfOnly !== true);
  const probe = createProbe(target.url, target.key);
  const results = await runRules(rules, probe);
  const failed = report(results, (line) => console.log(line));
  console.log(`\n${lacksTable(results, await askBeyond(probe)).join('\n')}`);
  return failed === 0 ? 0 : 1;
}

async function runSelf(): Promise<number> {
  console.log('Starting our own index with the simulated network and the prepared events');
  const index = await startLocalIndex({ databaseUrl: process.env['DATABASE_URL'] });
  try {
    return await run(index);
  } finally {
    await index.close();
  }
}

if (url !== undefined && key !== undefined && key !== '') process.exitCode = await run({ url, key });
else if (url === undefined && at === -1 && self) process.exitCode = await runSelf();
else {
  console.error('usage: INDEX_API_KEY=… npm run conformance -- --url URL [--self]');
  console.error('       npm run conformance -- --self');
  process.exitCode = 2;
}
