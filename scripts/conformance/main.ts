// npm run conformance -- --url URL: the specification against an index, rule by rule (key in INDEX_API_KEY).
// Prints rule, section, verdict and the request that shows it; exits 0 when no rule fails. --self adds what only our own index promises.
import { accessRules } from './rules/access';
import { historyRules, streamRules } from './rules/events';
import { listingRules, recordRules } from './rules/listings';
import { resourceRules } from './rules/resources';
import { createProbe, type Rule } from './rule';
import { report, runRules } from './run';

export const allRules: Rule[] = [
  ...listingRules,
  ...recordRules,
  ...resourceRules,
  ...accessRules,
  ...historyRules,
  ...streamRules,
];

const args = process.argv.slice(2);
const at = args.indexOf('--url');
const url = at === -1 ? undefined : args[at + 1];
const key = process.env['INDEX_API_KEY'];
if (url === undefined || key === undefined || key === '') {
  console.error('usage: INDEX_API_KEY=… npm run conformance -- --url URL [--self]');
  process.exitCode = 2;
} else {
  const rules = allRules.filter((rule) => args.includes('--self') || rule.selfOnly !== true);
  const results = await runRules(rules, createProbe(url, key));
  process.exitCode = report(results, (line) => console.log(line)) === 0 ? 0 : 1;
}
