// Judges a page of the console against what the foreign index knows. Pure, apart from asking the truth.
import type { PageView } from '@/e2e/foreign-index/page-view';
import type { Truth } from '@/e2e/foreign-index/truth';

/** What a page says about a number: unknown is an answer, absent is not. */
export type Shown = { exact: number } | 'unknown' | 'absent';

/** Reads `357`, `about 1,204`, `unknown: …`; a figure that is still a placeholder is absent. */
export function shownIn(text: string | null | undefined): Shown {
  if (text === null || text === undefined || text === '') return 'absent';
  if (/\bunknown\b|n\/a/.test(text)) return 'unknown';
  const [, figure] = /(\d[\d,]*(?:\.\d+)?)/.exec(text) ?? [];
  if (figure === undefined) return 'absent';
  return { exact: Number(figure.replaceAll(',', '')) };
}

/** A number that a page may show. `isZero`: only whether it is zero can be compared. */
export interface Claim {
  what: string;
  shown: (view: PageView) => Shown;
  truth: (truth: Truth) => Promise<number>;
  isZero?: boolean;
}

/** A page that shows the rows of a listing. */
export interface RowsClaim {
  /** Ids of the rows that may be shown, and how many there are. */
  truth: (truth: Truth) => Promise<ReadonlySet<string>>;
  /** Labels of the page's filters: what the page may call ignored. */
  filters: readonly string[];
  /** Label of their table, on a page with several; otherwise the first that has rows. */
  table?: string;
}

export interface Finding {
  severity: 'broken' | 'wrong';
  what: string;
  detail: string;
}

export type Verdict = 'fine' | 'degraded' | 'wrong' | 'broken';

const EXPLAINING_KINDS = new Set(['not-produced', 'no-scope', 'failed']);
const EXPLAINING_WORDS =
  /doesn't provide|not provided|not searched|Not found:|couldn't|could not|can't read|ignored by this index|not applied|refused|only events since|total unknown|does not count/i;

/** Whether the page says that something is missing. */
function isExplained(view: PageView): boolean {
  return (
    view.alerts.length > 0 ||
    view.empty.some(({ kind }) => EXPLAINING_KINDS.has(kind)) ||
    EXPLAINING_WORDS.test(view.text) ||
    EXPLAINING_WORDS.test(view.notes.join(' '))
  );
}

const isIgnoredFilterNamed = (view: PageView) => /ignored by this index|not applied/i.test(view.text);

function compared(claim: Claim, view: PageView, truth: number): Finding | 'exact' | 'open' {
  const shown = claim.shown(view);
  const wrong = (detail: string): Finding => ({ severity: 'wrong', what: claim.what, detail });
  if (shown === 'unknown') return 'open';
  if (shown === 'absent')
    return isExplained(view) ? 'open' : wrong(`not shown, and the page does not say why; it is ${truth}`);
  const isRight = claim.isZero === true ? (shown.exact === 0) === (truth === 0) : shown.exact === truth;
  return isRight ? 'exact' : wrong(`shows ${shown.exact}, it is ${truth}`);
}

async function rowFindings(claim: RowsClaim, view: PageView, truth: Truth): Promise<Finding[]> {
  const ids = await claim.truth(truth);
  // A page may summarise its rows in a table above them.
  const [rows = []] = view.tables
    .filter(({ label }) => claim.table === undefined || label === claim.table)
    .map((table) => table.rows.filter(({ id }) => id !== ''))
    .filter((table) => table.length > 0);
  const others = rows.filter(({ id }) => !ids.has(id)).length;
  if (others > 0 && !isIgnoredFilterNamed(view)) {
    const detail = `${others} of ${rows.length} rows do not match ${claim.filters.join(', ')}`;
    return [{ severity: 'wrong', what: 'rows', detail }];
  }
  const saysNone = view.empty.find(({ kind }) => kind === 'nothing-yet' || kind === 'filtered-out');
  if (rows.length > 0 || ids.size === 0) return [];
  if (saysNone !== undefined)
    return [{ severity: 'wrong', what: 'rows', detail: `says "${saysNone.text}", there are ${ids.size}` }];
  if (isExplained(view)) return [];
  return [{ severity: 'wrong', what: 'rows', detail: `shows no rows and no reason, there are ${ids.size}` }];
}

export interface Opened {
  view: PageView;
  /** Where the page ended up. */
  path: string;
  /** HTTP status of the document. */
  status: number;
  /** What the browser complained about, failed requests left out. */
  complaints: readonly string[];
}

function breakages({ view, path, status, complaints }: Opened): Finding[] {
  const broken = (what: string, detail: string): Finding => ({ severity: 'broken', what, detail });
  const [boundary] = /Couldn't display [^\n]*(\n[^\n]*)?/.exec(view.text) ?? [];
  return [
    ...(path === '/connect' ? [broken('session', 'the key is valid, and the page asks for another')] : []),
    ...(status >= 500 ? [broken('document', `status ${status}`)] : []),
    ...(boundary === undefined ? [] : [broken('error boundary', boundary.replace('\n', ': '))]),
    ...(complaints.length > 0 ? [broken('browser console', complaints.join(' | ').slice(0, 300))] : []),
    ...(view.waiting.length > 0 ? [broken('endless loading', view.waiting[0] ?? '')] : []),
    ...(view.text.trim().length < 40 ? [broken('empty page', view.text)] : []),
  ];
}

export interface PageCase {
  name: string;
  path: (ids: Truth['ids']) => string;
  claims: readonly Claim[];
  rows?: RowsClaim;
  /** What else is wrong with the page, each in a few words. */
  also?: (view: PageView, truth: Truth) => Promise<readonly string[]>;
}

/** The key of these tests may read everything: a refused path is not a missing scope. */
function scopeFindings({ text }: PageView): Finding[] {
  const scopes = new Set([...text.matchAll(/Required scope:\s*(\S+)/g)].map(([, scope]) => scope));
  return [...scopes].map((scope) => ({
    severity: 'wrong',
    what: `missing scope ${scope}`,
    detail: 'the key has it; one path was refused',
  }));
}

export async function judge(
  page: PageCase,
  opened: Opened,
  truth: Truth,
): Promise<{ verdict: Verdict; findings: Finding[] }> {
  const compare = async (claim: Claim) => compared(claim, opened.view, await claim.truth(truth));
  const results = await Promise.all(page.claims.map(compare));
  const others = (await page.also?.(opened.view, truth)) ?? [];
  const findings: Finding[] = [
    ...breakages(opened),
    ...results.filter((result) => typeof result === 'object'),
    ...scopeFindings(opened.view),
    ...(page.rows === undefined ? [] : await rowFindings(page.rows, opened.view, truth)),
    ...others.map((what): Finding => ({ severity: 'wrong', what, detail: 'a false statement' })),
  ];
  if (findings.some(({ severity }) => severity === 'broken')) return { verdict: 'broken', findings };
  if (findings.length > 0) return { verdict: 'wrong', findings };
  const isWhole = results.every((result) => result === 'exact') && opened.view.alerts.length === 0;
  const hasGap = opened.view.empty.some(({ kind }) => EXPLAINING_KINDS.has(kind));
  return { verdict: isWhole && !hasGap ? 'fine' : 'degraded', findings };
}
