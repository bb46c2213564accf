// The outcome of a run as a table of pages and levels, and its comparison with the known failures.
import type { Finding, Verdict } from '@/e2e/foreign-index/judge';
import type { KnownFailure } from '@/e2e/foreign-index/known-failures';
import { levels, respects, type Respect, type Variant } from '@/e2e/foreign-index/variants';

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

const applies = ({ page, when = {} }: KnownFailure, visit: Visit) =>
  page === visit.page &&
  respects.every((respect) => (when[respect] ?? visit.variant[respect]) === visit.variant[respect]);

const knownFor = (known: readonly KnownFailure[], visit: Visit, finding: Finding) =>
  known.find((failure) => failure.what === finding.what && applies(failure, visit));

/** What the run should not have found, and what it should have. */
export function surprises(visits: readonly Visit[], known: readonly KnownFailure[]): string[] {
  const found = visits.flatMap((visit) =>
    visit.findings
      .filter((finding) => knownFor(known, visit, finding) === undefined)
      .map(
        ({ severity, what, detail }) =>
          `${severity}: ${visit.page}: ${what}: ${detail} (${words(visit.variant)})`,
      ),
  );
  const gone = known.filter((failure) => {
    const concerned = visits.filter((visit) => applies(failure, visit));
    return (
      concerned.length > 0 &&
      !concerned.some(({ findings }) => findings.some(({ what }) => what === failure.what))
    );
  });
  return [
    ...found,
    ...gone.map(({ page, what }) => `fixed, remove from known-failures.ts: ${page}: ${what}`),
  ];
}

const words = (variant: Variant) =>
  variant.form ?? respects.map((respect) => `${respect} ${variant[respect]}`).join(', ');

/** How a visit counts at one level: a known failure of other levels does not. */
function verdictAt(visit: Visit, known: readonly KnownFailure[], respect: Respect): Verdict {
  const own = visit.findings.filter((finding) => {
    const when = knownFor(known, visit, finding)?.when;
    return when === undefined || Object.keys(when).length === 0 || when[respect] !== undefined;
  });
  if (own.some(({ severity }) => severity === 'broken')) return 'broken';
  if (own.length > 0) return 'wrong';
  return visit.findings.length > 0 ? 'degraded' : visit.verdict;
}

function cellOf(
  visits: readonly Visit[],
  known: readonly KnownFailure[],
  { respect, level }: (typeof levels)[number],
) {
  const ranks = visits
    .filter(({ variant }) => variant[respect] === level)
    .map((visit) => RANK.indexOf(verdictAt(visit, known, respect)));
  if (ranks.length === 0) return ' ';
  const worst = Math.max(...ranks);
  // Degraded only where every visit is: another level may be the cause.
  const rank = worst <= RANK.indexOf('degraded') ? Math.min(...ranks) : worst;
  return MARK[RANK[rank] ?? 'fine'];
}

/** Lines of the table: `·` fine, `d` degraded and explained, `W` wrong, `B` broken. */
export function tableOf(visits: readonly Visit[], known: readonly KnownFailure[]): string[] {
  const pages = [...new Set(visits.map(({ page }) => page))];
  const width = Math.max(...pages.map((page) => page.length));
  const header = levels.map(({ respect, level }, at) => `${at + 1} ${respect}: ${level}`);
  const numbers = levels.map((_, at) => String(at + 1).padStart(3)).join('');
  const rows = pages.map((page) => {
    const own = visits.filter((visit) => visit.page === page);
    const cells = levels.map((level) => cellOf(own, known, level).padStart(3)).join('');
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
    const own = visits.filter((visit) => visit.page === page);
    const isHit = (visit: Visit) => visit.findings.some((finding) => finding.what === what);
    const hits = own.filter(isHit);
    const shared = levels.filter(({ respect, level }) =>
      hits.every(({ variant }) => variant[respect] === level),
    );
    const causes = shared.map(({ respect, level }) => `${respect} ${level}`).join(', ');
    const [first] = hits[0]?.findings.filter((finding) => finding.what === what) ?? [];
    return `${first?.severity}: ${page}: ${what}: ${first?.detail} [${hits.length} of ${own.length}${causes === '' ? '' : `, only with ${causes}`}]`;
  });
}
