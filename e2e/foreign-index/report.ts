// The outcome of a run as a table of pages and levels.
import type { Finding, Verdict } from '@/e2e/foreign-index/judge';
import { levels, respects, type Variant } from '@/e2e/foreign-index/variants';

/** One page opened in one variant. */
export interface Visit {
  page: string;
  variant: Variant;
  verdict: Verdict;
  findings: readonly Finding[];
  /** What the page showed. */
  text: string;
  /** Until the page was settled. */
  ms: number;
}

const RANK: readonly Verdict[] = ['fine', 'degraded', 'wrong', 'broken'];
const MARK: Readonly<Record<Verdict, string>> = { fine: '·', degraded: 'd', wrong: 'W', broken: 'B' };

/** The findings of all visits, in words. */
export const findingsOf = (visits: readonly Visit[]): string[] =>
  visits.flatMap(({ page, variant, findings }) =>
    findings.map(
      ({ severity, what, detail }) => `${severity}: ${page}: ${what}: ${detail} (${words(variant)})`,
    ),
  );

const words = (variant: Variant) =>
  variant.form ?? respects.map((respect) => `${respect} ${variant[respect]}`).join(', ');

function cellOf(visits: readonly Visit[], { respect, level }: (typeof levels)[number]) {
  const ranks = visits
    .filter(({ variant }) => variant[respect] === level)
    .map(({ verdict }) => RANK.indexOf(verdict));
  if (ranks.length === 0) return ' ';
  const worst = Math.max(...ranks);
  // Degraded only where every visit is: another level may be the cause.
  const rank = worst <= RANK.indexOf('degraded') ? Math.min(...ranks) : worst;
  return MARK[RANK[rank] ?? 'fine'];
}

/** Lines of the table: `·` fine, `d` degraded and explained, `W` wrong, `B` broken. */
export function tableOf(visits: readonly Visit[]): string[] {
  const pages = [...new Set(visits.map(({ page }) => page))];
  const width = Math.max(...pages.map((page) => page.length));
  const header = levels.map(({ respect, level }, at) => `${at + 1} ${respect}: ${level}`);
  const numbers = levels.map((_, at) => String(at + 1).padStart(3)).join('');
  const rows = pages.map((page) => {
    const ofPage = visits.filter((visit) => visit.page === page);
    const cells = levels.map((level) => cellOf(ofPage, level).padStart(3)).join('');
    return `${page.padEnd(width)}${cells}`;
  });
  return [header.join(' · '), `${' '.repeat(width)}${numbers}`, ...rows];
}

/** Each failure once, with the levels that every visit with it has and no visit without it. */
export function failuresOf(visits: readonly Visit[]): string[] {
  const keys = new Set(
    visits.flatMap((visit) => visit.findings.map(({ what }) => JSON.stringify([visit.page, what]))),
  );
  return [...keys].map((key) => {
    const [page, what] = JSON.parse(key) as [string, string];
    const ofPage = visits.filter((visit) => visit.page === page);
    const isHit = (visit: Visit) => visit.findings.some((finding) => finding.what === what);
    const hits = ofPage.filter(isHit);
    const shared = levels.filter(({ respect, level }) =>
      hits.every(({ variant }) => variant[respect] === level),
    );
    const causes = shared.map(({ respect, level }) => `${respect} ${level}`).join(', ');
    const [first] = hits[0]?.findings.filter((finding) => finding.what === what) ?? [];
    return `${first?.severity}: ${page}: ${what}: ${first?.detail} [${hits.length} of ${ofPage.length}${causes === '' ? '' : `, only with ${causes}`}]`;
  });
}
