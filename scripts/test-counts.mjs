// Counts passed, failed and skipped tests in the reports of vitest and Playwright.

/** Counts of vitest's JSON report. A file that fails to load counts as one failure. */
export function unitCounts(report) {
  const counts = { passed: 0, failed: 0, skipped: [] };
  for (const file of report.testResults) {
    if (file.status === 'failed' && file.assertionResults.length === 0) counts.failed += 1;
    for (const test of file.assertionResults) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed') counts.failed += 1;
      else counts.skipped.push(test.fullName);
    }
  }
  return counts;
}

/** Counts of Playwright's JSON report. Flaky tests and general errors count as failures. */
export function browserCounts(report) {
  const counts = { passed: 0, failed: report.errors.length, skipped: [] };
  const walk = (suite, path) => {
    for (const inner of suite.suites ?? []) walk(inner, [...path, inner.title]);
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        const why = test.annotations.find(({ type }) => type === 'skip' || type === 'fixme')?.description;
        if (test.status === 'expected') counts.passed += 1;
        else if (test.status === 'skipped') {
          counts.skipped.push([...path, spec.title].join(' › ') + (why ? ` (${why})` : ''));
        } else counts.failed += 1;
      }
    }
  };
  for (const suite of report.suites) walk(suite, [suite.title]);
  return counts;
}
