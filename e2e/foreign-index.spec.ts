// Every page of the console in front of an index we did not write: it shows what is true, or says that it does not know.
// In the full tier every page meets every variant level, and every two levels meet; with TEST_LONG=1 every page meets every combination.
import { writeFile } from 'node:fs/promises';
import type { TestInfo } from '@playwright/test';
import { readDataSet } from '@/e2e/foreign-index/data-set';
import { FOREIGN_KEY, startForeignIndex } from '@/e2e/foreign-index/foreign-index';
import type { PageCase } from '@/e2e/foreign-index/judge';
import { PAGES } from '@/e2e/foreign-index/pages';
import { failuresOf, findingsOf, tableOf, type Visit } from '@/e2e/foreign-index/report';
import { ALL_FORMS_AT_ONCE, everyVariant, forms, variantGroups } from '@/e2e/foreign-index/variants';
import type { Variant } from '@/e2e/foreign-index/variants';
import { takeTours, type Tour } from '@/e2e/foreign-index/visits';
import { expect, test } from '@/e2e/stack/fixtures';
import { allRules } from '@/scripts/conformance/all-rules';
import { askBeyond } from '@/scripts/conformance/lacks';
import { createProbe } from '@/scripts/conformance/rule';
import { runRules } from '@/scripts/conformance/run';
import { count, isLong } from '@/scripts/test-size';

/** Only these pages, by name; for work on one of them. */
const ONLY = process.env['FOREIGN_PAGES']?.split(',');
/** The pages, dealt out to so many visitors. */
const dealt = (pages: readonly PageCase[], visitors: number) =>
  Array.from({ length: visitors }, (_, visitor) => pages.filter((_page, at) => at % visitors === visitor));

/** Each page meets a whole group of variants, loaded as a document and reached by links in turn. Each tour begins with another page. */
function everyTour(pages: readonly PageCase[]): Tour[] {
  const groups = isLong ? [everyVariant()] : variantGroups();
  return dealt(pages, groups.length).flatMap((part, group) =>
    (groups[group] ?? []).map((variant, at): Tour => {
      const first = part.length === 0 ? 0 : at % part.length;
      return { variant, pages: [...part.slice(first), ...part.slice(0, first)], asDocuments: at % 2 === 0 };
    }),
  );
}

/** The pages in front of an index in another form, each loaded as a document and reached by links in turn. */
const formTours = (variants: readonly Variant[], pages: readonly PageCase[]) =>
  variants.flatMap((variant, at) =>
    dealt(pages, 2).map((part): Tour => ({ variant, pages: part, asDocuments: at % 2 === 0 })),
  );
/** Every page meets all forms at once, and one of them alone; with TEST_LONG=1 each of them alone. */
function everyFormTour(pages: readonly PageCase[]): Tour[] {
  if (isLong) return formTours([ALL_FORMS_AT_ONCE, ...forms], pages);
  const parts = dealt(pages, forms.length);
  return [
    ...formTours([ALL_FORMS_AT_ONCE], pages),
    ...forms.flatMap((form, at) => formTours([form], parts[at] ?? [])),
  ];
}

const chosenPages = PAGES.filter(({ name }) => ONLY?.includes(name) ?? true);

async function expectTruth(visits: readonly Visit[], seconds: number, info: TestInfo): Promise<void> {
  const lines = [`${visits.length} visits in ${seconds} s`, ...tableOf(visits), ...failuresOf(visits)];
  console.log(lines.join('\n'));
  await writeFile(info.outputPath('visits.json'), JSON.stringify(visits, null, 1));
  expect(findingsOf(visits)).toEqual([]);
}

// Each test has processes of its own, and the longest would otherwise run one after the other.
test.describe.configure({ mode: 'parallel' });

const TOURS = [
  { title: 'every page is true in every variant', tours: everyTour },
  { title: 'every page is true in every form', tours: everyFormTour },
];
for (const { title, tours } of TOURS)
  test(title, { tag: '@full' }, async ({ browser, stack }, info) => {
    test.setTimeout(count(20 * 60_000, 3 * 3_600_000));
    const started = Date.now();
    const visits = await takeTours(browser, await readDataSet(stack), tours(chosenPages));
    await expectTruth(visits, Math.round((Date.now() - started) / 1_000), info);
  });

test(
  'without differences the foreign index follows the specification to the letter',
  { tag: '@full' },
  async ({ stack }) => {
    test.setTimeout(180_000);
    const index = await startForeignIndex(await readDataSet(stack), { unknownRoute: { status: 404 } });
    try {
      const rules = allRules.filter(({ selfOnly }) => selfOnly !== true);
      const results = await runRules(rules, createProbe(index.url, FOREIGN_KEY));
      const failed = results.filter(({ outcome }) => outcome.verdict === 'fail');
      expect(failed.map(({ rule, outcome, shown }) => ({ rule: rule.name, outcome, shown }))).toEqual([]);
      // Nothing beyond it is served.
      const statuses = [...(await askBeyond(createProbe(index.url, FOREIGN_KEY))).values()];
      expect(statuses).toEqual([404, 404, 404, 404, 404]);
    } finally {
      await index.close();
    }
  },
);
