import { describe, expect, it } from 'vitest';
import { browserCounts, unitCounts } from './test-counts.mjs';

describe('unitCounts', () => {
  it('counts tests, and a file that could not be loaded as one failure', () => {
    const report = {
      testResults: [
        {
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'a' },
            { status: 'failed', fullName: 'b' },
            { status: 'skipped', fullName: 'c' },
            { status: 'todo', fullName: 'd' },
          ],
        },
        { status: 'failed', assertionResults: [] },
      ],
    };
    expect(unitCounts(report)).toEqual({ passed: 1, failed: 2, skipped: ['c', 'd'] });
  });
});

describe('browserCounts', () => {
  it('walks nested suites and gives the reason of a skipped test', () => {
    const report = {
      errors: [],
      suites: [
        {
          title: 'story.spec.ts',
          specs: [{ title: 'connects', tests: [{ status: 'expected', annotations: [] }] }],
          suites: [
            {
              title: 'dags',
              specs: [
                { title: 'flaky', tests: [{ status: 'flaky', annotations: [] }] },
                { title: 'broken', tests: [{ status: 'unexpected', annotations: [] }] },
                {
                  title: 'real ones',
                  tests: [{ status: 'skipped', annotations: [{ type: 'skip', description: 'not here' }] }],
                },
              ],
            },
          ],
        },
      ],
    };
    expect(browserCounts(report)).toEqual({
      passed: 1,
      failed: 2,
      skipped: ['story.spec.ts › dags › real ones (not here)'],
    });
  });

  it('counts an error outside of every test', () => {
    expect(browserCounts({ errors: [{ message: 'no tests found' }], suites: [] }).failed).toBe(1);
  });
});
