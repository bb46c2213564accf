// Runs rules in order and reports the results. A rule that throws has failed: it could not read the response.
import type { Outcome, Probe, Rule } from './rule';

export interface Result {
  rule: Rule;
  outcome: Outcome;
  shown: string;
}

export async function runRules(rules: readonly Rule[], probe: Probe): Promise<Result[]> {
  const results: Result[] = [];
  for (const rule of rules) {
    probe.shown = '';
    let outcome: Outcome;
    try {
      outcome = await rule.check(probe);
    } catch (error) {
      outcome = { verdict: 'fail', reason: error instanceof Error ? error.message : String(error) };
    }
    results.push({ rule, outcome, shown: probe.shown });
  }
  return results;
}

/** Writes a line per rule and the totals; returns the number of failures. */
export function report(results: readonly Result[], write: (line: string) => void): number {
  for (const { rule, outcome, shown } of results) {
    const mark = { pass: 'pass', fail: 'FAIL', 'not applicable': 'n/a ' }[outcome.verdict];
    const reason = outcome.verdict === 'pass' ? '' : `: ${outcome.reason}`;
    write(`${mark}  ${rule.section.padEnd(5)} ${rule.name}${reason}  [${shown}]`);
  }
  const count = (verdict: Outcome['verdict']) =>
    results.filter((result) => result.outcome.verdict === verdict).length;
  write(`${count('pass')} rules hold, ${count('fail')} do not, ${count('not applicable')} not applicable`);
  return count('fail');
}
