// Counts passed tests and names failed and skipped ones in the reports of vitest and Playwright.
import { stripVTControlCharacters } from 'node:util';

/** An error on one line, without its stack; the difference between two values is below the first line of its message. */
function summary(text = '') {
  const [message] = stripVTControlCharacters(text).split(/\n\s*at /, 1);
  return message.replace(/\s+/g, ' ').trim().slice(0, 400);
}
const tierOf = ({ tags = [] }) => (tags.includes('full') ? 'full' : 'short');
const withReason = (name, why) => (why ? `${name} (${why})` : name);

/**
 * Of vitest's JSON report. A file that fails to load counts as one failure. Tests of another tier are not skipped tests:
 * the report has those of both, while `tier` names the one that was run (null: both).
 * @param {{testResults: object[]}} report
 * @param {'short' | 'full' | null} tier
 */
export function unitCounts(report, tier = null) {
  const counts = { passed: 0, failed: [], skipped: [] };
  for (const file of report.testResults) {
    if (file.status === 'failed' && file.assertionResults.length === 0)
      counts.failed.push(withReason(file.name, summary(file.message)));
    for (const test of file.assertionResults) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed')
        counts.failed.push(withReason(test.fullName, summary(test.failureMessages[0])));
      else if (tier === null || tier === tierOf(test)) counts.skipped.push(test.fullName);
    }
  }
  return counts;
}

/** Of Playwright's JSON report. Flaky tests and general errors count as failures. */
export function browserCounts(report) {
  const counts = { passed: 0, failed: report.errors.map(({ message }) => summary(message)), skipped: [] };
  const walk = (suite, path) => {
    for (const inner of suite.suites ?? []) walk(inner, [...path, inner.title]);
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        const why = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description;
        const name = [...path, spec.title].join(' › ');
        if (test.status === 'expected') counts.passed += 1;
        else if (test.status === 'skipped') counts.skipped.push(withReason(name, why));
        else counts.failed.push(withReason(name, summary(test.results[0]?.error?.message)));
      }
    }
  };
  for (const suite of report.suites) walk(suite, [suite.title]);
  return counts;
}
