import { describe, expect, it } from 'vitest';
import { browserCounts, unitCounts } from './test-counts.mjs';

describe('unitCounts', () => {
  it('names failed tests, and a file that could not be loaded as one', () => {
    const report = {
      testResults: [
        {
          status: 'failed',
          assertionResults: [
            { status: 'passed', fullName: 'a' },
            { status: 'failed', fullName: 'b', failureMessages: ['expected 1 to be 2\n at b.test.ts'] },
            { status: 'skipped', fullName: 'c' },
            { status: 'todo', fullName: 'd' },
          ],
        },
        { status: 'failed', name: 'e.test.ts', message: 'no such module', assertionResults: [] },
      ],
    };
    expect(unitCounts(report)).toEqual({
      passed: 1,
      failed: ['b (expected 1 to be 2)', 'e.test.ts (no such module)'],
      skipped: ['c', 'd'],
    });
  });
});

describe('unitCounts of a tier', () => {
  it('does not report the tests of the other tier as skipped', () => {
    const assertionResults = [
      { status: 'skipped', fullName: 'kills', tags: ['full'] },
      { status: 'skipped', fullName: 'needs Redis', tags: [] },
    ];
    const report = { testResults: [{ status: 'passed', assertionResults }] };
    expect(unitCounts(report, 'short').skipped).toEqual(['needs Redis']);
    expect(unitCounts(report, 'full').skipped).toEqual(['kills']);
    expect(unitCounts(report).skipped).toEqual(['kills', 'needs Redis']);
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
                {
                  title: 'flaky',
                  tests: [
                    {
                      status: 'flaky',
                      annotations: [],
                      results: [{ error: { message: '\u001b[31mlate\u001b[39m\n\n- one\n+ two\n    at x' } }],
                    },
                  ],
                },
                { title: 'broken', tests: [{ status: 'unexpected', annotations: [], results: [] }] },
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
      failed: ['story.spec.ts › dags › flaky (late - one + two)', 'story.spec.ts › dags › broken'],
      skipped: ['story.spec.ts › dags › real ones (not here)'],
    });
  });

  it('counts an error outside of every test', () => {
    expect(browserCounts({ errors: [{ message: 'no tests found' }], suites: [] }).failed).toEqual([
      'no tests found',
    ]);
  });
});
