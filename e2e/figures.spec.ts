// One walk over the console in each of three zones. Every figure shown is what raw rows and events give (raw-truth.ts), rounded; every time is its instant
// in the zone. A figure that nothing explains fails the walk.
import type { Page, Request } from '@playwright/test';
import {
  amountAt,
  type Bounds,
  failedOf,
  finishedOf,
  type IndexReader,
  isWithin,
  type Json,
  percentOf,
  readIndex,
  startOf,
  tally,
  textAt,
  timeAt,
} from '@/e2e/index-reader';
import { divided, LISTS, type Query, readTruth, type Truth, type Value } from '@/e2e/raw-truth';
import { expect, test } from '@/e2e/stack/fixtures';
import { signIn } from '@/e2e/visitor';
import { stringifyJson } from '@/lib/json/exact';
import { PREFERENCES_COOKIE } from '@/lib/view/preferences';

interface Figure {
  /** As shown, without ids, code and what only screen readers read. */
  text: string;
  exact: string | null;
  href: string | null;
  /** Of a time, its instant. */
  time: string | null;
  /** The term of a list of facts. */
  label: string;
  table: string;
  row: string | null;
  /** The first cell of its row. */
  name: string;
  column: string;
  section: string;
  /** Of the period before. */
  isEarlier: boolean;
  /** The exact values of its row of a table. */
  beside: string[];
  kind: 'text' | 'bar' | 'control' | 'scale';
}

/** Runs in the browser: everything in the page that has a digit. */
function readFigures(): Figure[] {
  const NAMES = '[data-same-id], code, pre, .mono, .sr-only, input, select, script, style';
  const HOLDERS = 'time, [data-exact], a[href], button, td, th, dt, dd, p, li, h1, h2, h3, figcaption, label';
  const main = document.querySelector('main') ?? document.body;
  const found = new Map<Element, string[]>();
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const { parentElement: parent, textContent } = texts.currentNode;
    if (parent === null || parent.closest(NAMES) !== null || !parent.checkVisibility()) continue;
    const holder = parent.closest(HOLDERS) ?? parent;
    found.set(holder, [...(found.get(holder) ?? []), textContent ?? '']);
  }
  for (const bar of main.querySelectorAll(':is([role=group], [role=img])[aria-label*=" by "] > [data-tip]'))
    found.set(bar, [bar.getAttribute('data-tip') ?? '']);
  return [...found].flatMap(([holder, parts]) => {
    const text = parts.join(' ');
    if (!/\d/.test(text)) return [];
    const cell = holder.closest('td, th');
    const row = holder.closest('tr');
    const table = holder.closest('table');
    const place = [...(row?.cells ?? [])].findIndex((each) => each === cell);
    const head = [...(table?.tHead?.rows ?? [])].at(-1)?.cells[place]?.textContent?.trim() ?? '';
    const detail = holder.closest('dd');
    let isEarlier = head === 'Before' || cell?.getAttribute('data-column') === 'before';
    for (
      let each: Element | null = holder;
      each !== null && detail !== null;
      each = each === detail ? null : each.parentElement
    )
      isEarlier ||= each !== detail && /^\s*before:/.test(each.textContent ?? '');
    const isScale = holder.closest('svg, [aria-hidden=true]') !== null;
    const isControl =
      holder.matches('button, label') && holder.closest('[role=radiogroup], [role=tablist]') !== null;
    return {
      text: text.replace(/[^\S\n]+/g, ' ').trim(),
      exact: holder.getAttribute('data-exact'),
      href: holder.closest('a[href]')?.getAttribute('href') ?? null,
      time: holder.getAttribute('datetime'),
      label: holder.closest('div:has(> dt)')?.querySelector('dt')?.textContent ?? '',
      table: table?.getAttribute('aria-label') ?? '',
      row: row?.getAttribute('data-row') ?? row?.getAttribute('data-refill') ?? null,
      name: row?.cells[0]?.textContent ?? '',
      column: cell?.getAttribute('data-column') ?? head,
      section: holder.closest('section')?.querySelector('h2, h3')?.textContent ?? '',
      isEarlier,
      beside: [...(row?.querySelectorAll('[data-exact]') ?? [])].map(
        (each) => each.getAttribute('data-exact') ?? '',
      ),
      kind: holder.matches(':is([role=group], [role=img]) > [data-tip]')
        ? 'bar'
        : isScale
          ? 'scale'
          : isControl
            ? 'control'
            : 'text',
    };
  });
}

const ANY = 'http://console.invalid';
const queryOf = (href: string): Query => Object.fromEntries(new URL(href, ANY).searchParams);

// ---- Times

/** `2026-11-21 12:04:18 UTC+05:30` by Intl, which the console doesn't use for it. */
function inZone(at: number, timeZone: string): string {
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    at,
  );
  const offset = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const name = offset.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  return `${date} ${timeZone === 'UTC' ? 'UTC' : name.replace('GMT', 'UTC').replace('-', '−')}`;
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1e3, m: 6e4, h: 36e5, d: 864e5 };
const durationOf = (text: string) =>
  [...text.matchAll(/([\d.]+) (ms|[smhd])\b/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!,
    0,
  );

/** Whether a time is shown as its instant: as a date with its zone, the time of day, or the distance from now. */
function isShownTime({ text, time }: Figure, zone: string, now: number): boolean {
  const at = Date.parse(time ?? '');
  const [date = '', clock = '', name = ''] = inZone(at, zone).split(' ');
  const millis = new Date(at).toISOString().slice(19, 23);
  // Relative first, then the time of day of the same moment.
  const [, distance, rest = ''] = /^((?:in )?\d+ [smhd](?: \d+ [smh])?(?: ago)?|now)?(.*)$/.exec(text) ?? [];
  const written = [
    `${date} ${clock} ${name}`,
    `${clock}${millis}`,
    clock.slice(0, 5),
    `${date.slice(5)} ${clock.slice(0, 5)}`,
    `${date} ${clock.slice(0, 5)}`,
  ];
  const isDistance = () => {
    const away = durationOf(distance ?? '') * (distance?.startsWith('in ') ? -1 : 1);
    // Whole steps of the unit, and the page's clock moves while it is read.
    const step = Math.abs(away) < 6e4 ? 1e3 : Math.abs(away) < 864e5 ? 6e4 : 36e5;
    return Math.abs(now - at - away) <= step + 3e4;
  };
  return (
    (distance === undefined || isDistance()) &&
    (rest.trim() === '' ? distance !== undefined : written.includes(rest.trim()))
  );
}

// ---- Figures

const TOKENS =
  /(?<date>\d{4}-\d\d-\d\d(?: \d\d:\d\d(?::\d\d)?)?(?: UTC(?:[+−]\d\d:\d\d)?)?)|(?<clock>\d\d:\d\d(?::\d\d)?(?: UTC(?:[+−]\d\d:\d\d)?)?)|(?<money>[<−]?[\d,]+(?:\.\d+)? (?:SUI|US)\b)|(?<percent>[<>+−]?[\d,.]*\d %)|(?<duration>\d+(?:\.\d+)? (?:ms|[smhd])\b(?: \d+ [smh]\b)?)|(?<compact>−?[\d,]+\.\d [kMB]\b)|(?<count>[+−]?\d[\d,]*(?:\.\d+)?)/g;

/** Whether `text` is the value, rounded half up to as many digits as it shows. */
function isRounded(text: string, value: Value): boolean {
  if (value === null) return false;
  const size = text.replace(/[−+,<>]/g, '');
  if (typeof value === 'number' && value < 0) return isRounded(text, -value);
  const digits = /[\d.]+/.exec(size)?.[0] ?? '';
  const decimals = digits.split('.')[1]?.length ?? 0;
  const whole = BigInt(digits.replace('.', ''));
  const scaled = (unit: bigint) => {
    const exact = BigInt(value) < 0n ? -BigInt(value) : BigInt(value);
    const step = unit / 10n ** BigInt(decimals);
    return text.startsWith('<') ? exact > 0n && divided(exact, step) === 0n : divided(exact, step) === whole;
  };
  if (text.endsWith('%')) return Math.abs(Number(value)).toFixed(decimals) === digits;
  if (/ (ms|[smhd])\b/.test(text)) {
    const [largest = ''] = /[a-z]+/.exec(size) ?? [];
    const step = { ms: 1, s: 100, m: 1e3, h: 6e4, d: 36e5 }[largest] ?? 1;
    return Math.round(Number(value) / step) * step === durationOf(text);
  }
  const compact = / ([kMB])/.exec(text)?.[1];
  if (compact !== undefined) return scaled({ k: 1_000n, M: 1_000_000n, B: 1_000_000_000n }[compact]!);
  if (typeof value === 'number' && !Number.isInteger(value))
    return Math.abs(value).toFixed(decimals) === digits;
  return (decimals === 0 && BigInt(value) === BigInt(size.replace(/[^\d]/g, ''))) || scaled(1_000_000_000n);
}

/** Measures by the words that name them, in lists of facts and in heads of columns. */
const MEASURES: Readonly<Record<string, readonly string[]>> = {
  Executions: ['executions'],
  runs: ['executions'],
  Runs: ['executions'],
  'Failed or aborted': ['failure_rate', 'failed', 'finished'],
  'Median duration': ['duration_p50', 'call_p50'],
  'p95 duration': ['duration_p95', 'call_p95'],
  duration_p95: ['call_p95'],
  Cost: ['cost'],
  'Cost, SUI': ['cost'],
  'Cost per run': ['mean_cost'],
  mean_cost: ['mean_cost'],
  success_rate: ['success_rate'],
  Failed: ['failure_rate'],
  'Failure rate': ['failure_rate'],
  Turns: ['turns'],
  Commits: ['commits'],
  commits: ['commits'],
  'Missed turns': ['missed_rate', 'missed_turns', 'turns'],
  missed_turns: ['missed_turns'],
  'Lost races': ['lost_races', 'missed_turns'],
  lost_races: ['lost_races'],
  'Won races': ['won_races'],
  'Priority fees': ['fees'],
  fees: ['fees'],
  'Fees, SUI': ['fees'],
  Deposits: ['deposits'],
  'Paid out to leaders': ['withdrawn'],
  calls: ['calls'],
  Calls: ['calls'],
  failed_calls: ['failed_calls'],
  'Failed calls': ['failed_calls', 'calls_failed', 'calls_ended'],
};

const OF_RUNS = [
  ...[
    'executions',
    'succeeded',
    'failed',
    'failed_only',
    'aborted',
    'unfinished',
    'finished',
    'failure_rate',
    'success_rate',
  ],
  ...['cost', 'mean_cost', 'gas', 'tool_cost', 'priority_fee', 'duration_p50', 'duration_p95'],
];
const OF_CALLS = ['calls', 'calls_failed', 'calls_ended', 'failed_calls', 'call_p50', 'call_p95'];
const OF_LEADERS = [
  'turns',
  'commits',
  'missed_turns',
  'missed_rate',
  'lost_races',
  'won_races',
  'fees',
  'records',
];
const OF_PAYMENTS = ['payments', 'accomplished', 'refunds', 'pending', 'refilled', 'budget'];
const OF_MONEY: Readonly<Record<string, string>> = {
  'Paid in': 'budget',
  Gas: 'gas',
  'Tool fees': 'tool_cost',
  'Priority fees': 'priority_fee',
  Returned: 'returned',
  'Still locked': 'locked',
};

/** Words with a digit that are no figures: periods, percentiles, days, ordinals and names. */
const NAMES =
  /\bp50\b|\bp95\b|(?<!\d d )\b(?:1|24) h\b|\b(?:24|48) hours\b|\b(?:7|30) days\b|\blast 10 occurrences|\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?\d+ (?:Oct|Nov|Dec|Sep)\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+|\b[Ss]kill \d+|\bwalk \d+|\b[Rr]evisions? \d+|\[\d+\]|\b\w+…\w+|\b\dxx\b/g;

/** What no raw row says, or what changes while it is read. */
const UNEXPLAINED: readonly [where: RegExp, why: string][] = [
  [/^\/key/, 'usage of the key grows with each page; keys-story.spec.ts compares it'],
  [
    /behind the chain|in the last hour/,
    'no raw row says when an event was indexed; events-page.spec.ts has the lag',
  ],
  [
    /about [\d,]+|Live since event|loaded$|\d\/s$|received/,
    'of the stream rather than of rows; live specs compare it',
  ],
  [/Based on all [\d,]+ events/, 'how much was read, rather than a figure of it'],
  [
    /(Flow graph|Vertices|Timeline|Outputs|Contract check)/,
    'drawings and structure; dag-*.spec.ts and execution-*.spec.ts compare them',
  ],
];

/** All whole numbers in raw rows, however deep; ids are none. */
function numbersIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'bigint' || Number.isInteger(value)) found.add(String(value));
  else if (typeof value === 'string' && /^\d{1,20}$/.test(value)) found.add(value);
  if (Array.isArray(value)) found.add(String(value.length));
  if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) numbersIn(each, found);
  return found;
}

/** Tables of records, whose figures are of all time. */
const OF_ROWS: Readonly<Record<string, (row: string) => Query>> = {
  leaders: (leader_cap_id) => ({ leader_cap_id }),
  agents: (agent_object_id) => ({ agent_object_id }),
  tools: (tool_fqn) => ({ tool_fqn }),
  DAGs: (dag_object_id) => ({ dag_object_id }),
};
/** Tables of figures of a period. */
const OF_PERIOD: Readonly<Record<string, (row: string, subject: Query) => Query>> = {
  skills: (skill_id, subject) => ({ ...subject, skill_id }),
  'Failing tools': (tool_fqn) => ({ tool_fqn }),
  'Failing skills': (row) => ({ agent_object_id: row.split('/')[0]!, skill_id: row.split('/')[1]! }),
  'Fees by leader': (leader_cap_id) => ({ leader_cap_id }),
};

const STEPS = { '1h': [6e4, 60], '24h': [36e5, 24], '7d': [864e5, 7], '30d': [864e5, 30] } as const;

/** Periods end in steps of these. */
const FIVE_MINUTES = 300_000;

/** A page as the walk sees it, with what its figures are of. */
class Shown {
  readonly url: URL;
  #general: Value[] | undefined;
  constructor(
    readonly truth: Truth,
    path: string,
    readonly subject: Query,
    readonly figures: readonly Figure[],
    /** The end of its periods. */
    readonly now: number,
    readonly named: readonly Json[],
  ) {
    this.url = new URL(path, ANY);
  }

  get step(): number {
    return STEPS[
      (this.url.searchParams.get('period') ??
        (this.url.pathname === '/overview' ? '24h' : '7d')) as keyof typeof STEPS
    ][0];
  }

  span(isEarlier: boolean, period?: string): Bounds {
    const end = Math.floor(this.now / FIVE_MINUTES) * FIVE_MINUTES;
    const initial = this.url.pathname === '/overview' ? '24h' : '7d';
    const [step, steps] =
      STEPS[(period ?? this.url.searchParams.get('period') ?? initial) as keyof typeof STEPS];
    const shift = isEarlier ? step * steps : 0;
    return { from: Math.ceil(end / step) * step - step * steps - shift, to: end - 1 - shift };
  }

  #all(names: readonly string[], query: Query): Value[] {
    return names.flatMap((name) =>
      [false, true].flatMap((isEarlier) => this.truth.measure(name, query, this.span(isEarlier)) ?? []),
    );
  }

  /** What the figure's link, label or row says that it is; none where it is part of a sentence. */
  specific({ href, isEarlier, label, column, row, name, table, text, exact }: Figure): Value[] {
    const { truth, url, subject } = this;
    const { pathname } = new URL(href ?? '/', ANY);
    const query = queryOf(href ?? '/');
    const named = table === 'Fees by leader' ? ['fees'] : (MEASURES[label] ?? MEASURES[column]);
    if (href !== null && pathname in LISTS && query['tab'] === undefined) {
      const rows = truth.matching(pathname, query);
      const { status: _, ...anyStatus } = query;
      const whole = truth.matching(pathname, anyStatus);
      if (url.pathname === '/analyze' && (exact !== null || table === ''))
        return [
          truth.measure(
            url.searchParams.get('measure') ?? 'cost',
            query,
            null,
            /%/.test(text) ? whole : rows,
          ) ?? null,
        ];
      if (/%/.test(text))
        return [
          ...['failure_rate', 'finished'].map((name) => truth.measure(name, query, null, whole) ?? null),
        ];
      if (
        exact === null &&
        pathname === '/tasks' &&
        query['scheduled'] === undefined &&
        /^Scheduled/.test(text)
      )
        return [truth.matching('/tasks', { scheduled: 'true' }).length];
      if (exact === null) return [rows.length];
    }
    if (table === 'Money')
      return [truth.measure(OF_MONEY[row ?? ''] ?? '', {}, this.span(isEarlier)) ?? null];
    if (pathname === '/analyze' && query['measure'] !== undefined) {
      const { measure, period, by, and, ...filters } = query;
      return [truth.measure(measure, filters, this.span(isEarlier, period)) ?? null];
    }
    const failing = /^Failing (tools|skills)$/.exec(table)?.[1];
    if (failing !== undefined && row !== null) {
      const names =
        failing === 'tools'
          ? ['failed_calls', 'calls_failed', 'calls_ended']
          : ['failure_rate', 'failed', 'finished'];
      const about = OF_PERIOD[table]!(row, {});
      const values = names.map((name) => truth.measure(name, about, this.span(isEarlier)) ?? null);
      return column === 'Top reason' ? this.reasons(about) : values;
    }
    if (url.pathname === '/analyze' && column === 'count' && row !== null) {
      const base = url.searchParams.get('measure') === 'fees' ? 'records' : 'executions';
      return [truth.measure(base, row === 'total' ? {} : { leader_cap_id: row }, this.span(false)) ?? null];
    }
    if (table === 'Slowest first')
      return ['calls', 'call_p50', 'call_p95', 'call_max'].map(
        (measure) =>
          truth.measure(measure, { ...subject, vertex_name: name.trim() }, this.span(false)) ?? null,
      );
    const ofRow = row === null ? undefined : OF_ROWS[table];
    const ofPeriod = row === null ? undefined : OF_PERIOD[table];
    if (named === undefined || (table !== '' && ofRow === undefined && ofPeriod === undefined)) return [];
    if (!ofRow && !ofPeriod && url.pathname.split('/').length > 2 && Object.keys(subject).length === 0)
      return [];
    const about = ofRow?.(row!) ?? ofPeriod?.(row!, subject) ?? subject;
    const spans = ofRow
      ? [null]
      : text.includes('before:')
        ? [this.span(false), this.span(true)]
        : [this.span(isEarlier)];
    return spans.flatMap((span) => named.flatMap((name) => truth.measure(name, about, span) ?? []));
  }

  /** How many executions or calls failed for one reason, and the rates of what made them fail. */
  reasons({ tool_fqn, ...about }: Query): Value[] {
    return [false, true].flatMap((isEarlier) => {
      const { from, to } = this.span(isEarlier);
      const runs = this.truth.matching('/executions', {
        ...about,
        created_after: new Date(from).toISOString(),
        created_before: new Date(to).toISOString(),
      });
      const failures = this.truth.failuresIn(runs, tool_fqn);
      const tools = tally(failedOf(runs).map((run) => textAt(run, 'failed_tool_fqn'))).map(
        ([, count]) => count,
      );
      const reasons = tally(failedOf(runs).map((run) => textAt(run, 'failure_reason'))).map(
        ([, count]) => count,
      );
      return [
        ...failures,
        ...reasons,
        ...tools,
        ...tools.map((count) => percentOf(count, finishedOf(runs).length)),
      ];
    });
  }

  /** What else may be said on the page: the figures of its subject, and what raw rows that name it hold. */
  get general(): Value[] {
    const { truth, subject, named, figures, url } = this;
    if (this.#general !== undefined) return this.#general;
    const fees = ['gas', 'tool_cost', 'priority_fee'];
    const shares = [false, true].flatMap((isEarlier) => {
      const [all, ...parts] = ['cost', ...fees].map((name) =>
        Number(truth.measure(name, subject, this.span(isEarlier)) ?? 0),
      );
      // Shares that add up may be a tenth off.
      return parts.flatMap((part) => [-1, 0, 1].map((tenth) => percentOf(part, all!) + tenth / 10));
    });
    const list =
      url.pathname in LISTS
        ? truth.matching(url.pathname, {
            ...(url.pathname === '/tasks' && { scheduled: 'true' }),
            ...queryOf(url.href),
          })
        : [];
    const rowsOf = new Set(figures.map(({ table, row }) => `${table} ${row ?? ''}`));
    const tables = tally(
      [...rowsOf].map((row) => row.split(' 0x')[0]!.split(' ').slice(0, -1).join(' ')),
    ).map(([, count]) => count);
    const tools =
      url.pathname === '/overview' || url.pathname === '/tools'
        ? truth.of('/tools').map((row) => ({ tool_fqn: textAt(row, 'fqn') }))
        : [];
    const skills = url.pathname === '/overview' ? truth.skills : [];
    const withSome = (measure: string, of: readonly Query[]) =>
      of.filter((each) => Number(truth.measure(measure, each, this.span(false))) > 0).length;
    const byLeader =
      url.searchParams.get('tab') === 'races'
        ? truth.of('/leaders').map((row) => ({ leader_cap_id: textAt(row, 'leader_cap_id') }))
        : [];
    this.#general = [
      ...this.#all([...OF_RUNS, ...OF_CALLS, ...OF_LEADERS, ...OF_PAYMENTS, 'events'], subject),
      ...(named.length > 0 ? numbers(named) : []),
      ...named.flatMap((row) => truth.derived(row)),
      ...tally(named.map((row) => textAt(row, 'kind'))).flatMap(([kind, count]) => [
        count,
        ...this.#sums(named.filter((row) => row['kind'] === kind)),
      ]),
      ...(named.length > 0
        ? paths.map((path) => named.filter((row) => truth.of(path).includes(row)).length)
        : []),
      ...(subject['invoker'] === undefined
        ? []
        : [truth.matching('/events', { sender: subject['invoker'] }).length]),
      ...['TaskPaymentReserveRefilled', 'ExecutionPaymentRefilled'].map((kind) => truth.kinds(kind).length),
      ...(url.pathname === '/leaders'
        ? [
            ...numbers(truth.registry),
            truth.of('/leaders').reduce((sum, row) => sum + amountAt(row, 'stake_pool_total'), 0n),
          ]
        : []),
      ...this.reasons(subject),
      ...shares,
      ...[1, 20, list.length, ...paths.map((path) => truth.of(path).length), ...tables],
      ...tools.flatMap((tool) => this.#all(['failed_calls'], tool)),
      ...['calls', 'calls_failed', 'calls_ended'].map((measure) => withSome(measure, tools)),
      ...['executions', 'failed', 'finished'].map((measure) => withSome(measure, skills)),
      ...byLeader.flatMap((leader) => OF_LEADERS.map((name) => truth.measure(name, leader, null) ?? null)),
    ];
    return this.#general;
  }

  /** Of what events move, in the period. */
  #sums(events: readonly Json[]): Value[] {
    const inPeriod = events.filter((event) => isWithin(timeAt(event, 'onchain_at'), this.span(false)));
    return [inPeriod.reduce((sum, event) => sum + amountAt(event, 'payload.amount'), 0n)];
  }

  /** Changes and shares of the rows of its table, and of what they sum up. */
  #comparisons(figure: Figure): number[] {
    const inTable = this.figures.filter(
      ({ table, beside }) => (figure.table === '' || table === figure.table) && beside.length > 0,
    );
    const rows = new Map(
      inTable.map(({ table, name, row, beside }) => [`${table} ${row ?? ''} ${name}`, beside.map(Number)]),
    );
    const total = inTable.find(({ row }) => row === 'total')?.beside.map(Number);
    const all = total?.[0] ?? [...rows.values()].reduce((sum, [value = 0]) => sum + value, 0);
    const compared = figure.beside.length > 0 ? [figure.beside.map(Number)] : [...rows.values()];
    return compared.flatMap(([now = 0, before = 0]) => [
      (now / before - 1) * 100,
      now - before,
      // Shares that add up may be a tenth off.
      ...[-1, 0, 1].map((tenth) => percentOf(now, all) + tenth / 10),
      ((now - before) / ((total?.[0] ?? 0) - (total?.[1] ?? 0))) * 100,
    ]);
  }

  explains(figure: Figure): boolean {
    const { text, exact, row, column, table } = figure;
    const raw = row === null ? undefined : this.truth.byId.get(row);
    const values = this.specific(figure);
    if (raw !== undefined) values.push(...numbers(raw), ...this.truth.derived(raw));
    // What runs has no end yet.
    if (/^(duration_ms|Running for|Duration)$/.test(column)) {
      const started = raw === undefined ? this.named : [raw];
      if (
        started.some(
          (run) =>
            run['status'] === 'running' && Math.abs(this.now - startOf(run) - durationOf(text)) < 90_000,
        )
      )
        return true;
    }
    if (exact !== null) {
      const isShown = isRounded(
        text,
        /[%.]/.test(`${text.replace(/ .*/, '')}${exact}`) && !/^-?\d+$/.test(exact)
          ? Number(exact)
          : BigInt(exact),
      );
      const candidates = values.length > 0 ? values : this.general;
      return (
        isShown &&
        candidates.some((value) => value !== null && [String(value), `-${String(value)}`].includes(exact))
      );
    }
    const compares =
      /^change$/i.test(column) ||
      column === 'Share' ||
      /\d (?:%|points) (?:more|less)|makes up|largest share/.test(text) ||
      table === 'Parts of the total';
    const candidates: Value[] = compares
      ? this.#comparisons(figure)
      : values.length > 0
        ? values
        : this.general;
    // Without rows there is nothing to link: the other cells are all of it.
    if (text === '0' && column.startsWith('at ')) {
      const [whole = 0, , ...cells] = figure.beside.map(Number);
      return cells.reduce((sum, cell) => sum + cell, 0) === whole;
    }
    const plain = text.replace(NAMES, ' ');
    const tokens = [...plain.matchAll(TOKENS)].filter(
      ({ groups }) => groups!['date'] === undefined && groups!['clock'] === undefined,
    );
    return tokens.every(([token]) => candidates.some((value) => isRounded(token, value)));
  }
}

const paths = Object.keys(LISTS);
const numbers = (rows: unknown) => [...numbersIn(rows)].map(BigInt);

/** The series of charts by period. */
const SERIES: Readonly<Record<string, string>> = {
  succeeded: 'succeeded',
  failed: 'failed_only',
  aborted: 'aborted',
  'not finished': 'unfinished',
  missed: 'missed_turns',
  committed: 'commits',
  fees: 'fees',
  'priority fees': 'fees',
};

/** Bars say when they begin, by the hour in the zone or by the day of UTC, and what they count. */
function isBar({ text }: Figure, shown: Shown, zone: string, truth: Truth | null): boolean {
  const [start = '', ...lines] = text.split('\n');
  const isDay = /^\d{4}-\d\d-\d\d UTC$/.test(start);
  const at = instantOf(isDay ? start.replace(' ', ' 00:00 ') : start);
  const span = shown.span(false);
  const step = isDay ? 864e5 : shown.span(false).to - span.from < 36e5 ? 3e5 : 36e5;
  if (!isDay && inZone(at, zone).replace(/:00 /, ' ') !== start) return false;
  if (truth === null) return true;
  const bounds = { from: Math.max(at, span.from), to: Math.min(at + step, span.to + 1) - 1 };
  const shift = span.from - shown.span(true).from;
  return lines.every((line) => {
    const [name = '', figure = ''] = line.split(': ');
    if (name === 'none') return true;
    if (name !== 'before')
      return isRounded(
        figure.split(' ')[0]!,
        truth.measure(SERIES[name] ?? '', shown.subject, bounds) ?? null,
      );
    const whole = /turn/.test(figure) ? 'turns' : /execution/.test(figure) ? 'executions' : 'fees';
    const isFirst = bounds.from > at;
    return (
      isFirst ||
      isRounded(
        figure.split(' ')[0]!,
        truth.measure(whole, shown.subject, {
          from: at - shift,
          to: Math.min(at - shift + step - 1, shown.span(true).to),
        }) ?? null,
      )
    );
  });
}

/** `2026-11-21 12:04:18 UTC+05:30` in ms since 1970. */
function instantOf(text: string): number {
  const [date, clock = '00:00', name = 'UTC'] = text.split(' ');
  return Date.parse(`${date}T${clock}${name === 'UTC' ? 'Z' : name.slice(3).replace('−', '-')}`);
}

/** What is wrong with the dates in a text: each names its zone, which is UTC or the reader's. */
function wrongDates(text: string, zone: string): string[] {
  return [
    ...text.matchAll(/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?:\.\d+)?(?: UTC(?:[+−]\d\d:\d\d)?)?/g),
  ].flatMap(([date]) => {
    if (!date.includes(' UTC')) return [`${date} has no zone`];
    const expected = inZone(instantOf(date), zone).split(' ').at(-1);
    return date.endsWith(` ${expected}`) || date.endsWith(' UTC') ? [] : [`${date} is not in ${zone}`];
  });
}

async function pagesOf(index: IndexReader): Promise<[path: string, subject: Query][]> {
  const first = async (path: string) => ((await index.get(`${path}page_size=1`))['items'] as Json[])[0];
  const run = await first('/executions?status=failed&');
  const of = (field: string) => textAt(run, field);
  const leader = textAt(await first('/leaders?'), 'leader_cap_id');
  const task = textAt(await first('/tasks?scheduled=true&'), 'object_id');
  const issued = textAt(await first('/events?kinds=LeaderCapIssued&'), 'tx_digest');
  const records: [string, Query][] = [
    [`/leaders/${leader}`, { leader_cap_id: leader }],
    [`/agents/${of('agent_object_id')}`, { agent_object_id: of('agent_object_id') }],
    [`/tools/${encodeURIComponent(of('failed_tool_fqn'))}`, { tool_fqn: of('failed_tool_fqn') }],
    [`/dags/${of('dag_object_id')}`, { dag_object_id: of('dag_object_id') }],
    [`/executions/${of('object_id')}`, {}],
    [`/tasks/${task}`, { task_object_id: task }],
    [`/payments/${of('payment_object_id')}`, {}],
    [`/address/${of('invoker')}`, { invoker: of('invoker') }],
  ];
  const measures = [
    'cost&by=skill',
    'failure_rate&by=skill',
    'executions&by=agent&and=status&period=30d',
    'payments&by=funder&and=week&period=30d',
    'events&by=hour&and=none&period=24h',
    'duration_p95&by=dag&and=none',
    'fees&by=leader',
  ];
  const others = [
    '/overview',
    '/overview?period=30d',
    ...measures.map((measure) => `/analyze?measure=${measure}`),
  ];
  const lists = [
    '/leaders',
    '/leaders?tab=races',
    '/agents',
    '/tools',
    '/tools?tab=unused',
    '/dags',
    '/executions',
    '/tasks',
    '/payments',
    '/payments?tab=refills',
    '/fees',
    '/events',
    `/events?tx_digest=${issued}`,
    '/key',
  ];
  return [...[...others, ...lists].map((path): [string, Query] => [path, {}]), ...records];
}

/** The figures of a page once nothing is being read any more. */
async function show(page: Page, path: string): Promise<Figure[]> {
  const reading = new Set<unknown>();
  const isRead = (request: Request) => /\/api\/index\/(?!events\/stream)/.test(request.url());
  const began = (request: Request) => isRead(request) && reading.add(request);
  const ended = (request: Request) => reading.delete(request);
  page.on('request', began).on('requestfinished', ended).on('requestfailed', ended);
  await page.goto(path);
  let figures: Figure[] = [];
  await expect(async () => {
    figures = await page.evaluate(readFigures);
    expect(figures.length).toBeGreaterThan(0);
    await expect(page.locator('main [data-skeleton]')).toHaveCount(0, { timeout: 1 });
    await expect(page.locator('main')).not.toContainText('being read', { timeout: 1 });
    expect(reading.size).toBe(0);
  }, path).toPass({ intervals: [50] });
  page.off('request', began).off('requestfinished', ended).off('requestfailed', ended);
  return figures;
}

/** Everything on a page that is not as it should be. */
function problemsOn(shown: Shown, zone: string, truth: Truth | null): string[] {
  const sections = new Map<string, string>();
  for (const { section, text } of shown.figures)
    sections.set(section, `${sections.get(section) ?? ''} ${section} ${text}`);
  return shown.figures.flatMap((figure) => {
    const { kind, text, time, section, href, exact } = figure;
    const where = `${shown.url.pathname}${shown.url.search} ${section} ${figure.table} ${figure.row ?? ''} ${figure.label}${figure.column}: ${text} (${exact ?? time ?? ''})`;
    if (time !== null) return isShownTime(figure, zone, shown.now) ? [] : [`time: ${where}`];
    if (kind === 'bar') return isBar(figure, shown, zone, truth) ? [] : [`bar: ${where}`];
    const problems = wrongDates(text, zone).map((problem) => `${problem}: ${where}`);
    // Days of charts are those of UTC, hours the reader's.
    if (
      kind === 'scale' &&
      /^\d\d-\d\d\b|^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) /.test(text) &&
      !sections.get(section)?.includes('UTC')
    )
      problems.push(`no zone: ${where}`);
    const after = [...new URL(href ?? '/', ANY).searchParams].find(([name]) => name.endsWith('_after'))?.[1];
    if (
      /^\/(overview|analyze)/.test(shown.url.pathname) &&
      after !== undefined &&
      Date.parse(after) % shown.step !== 0
    )
      problems.push(`bounds: ${where} ${href}`);
    const isAllowed = UNEXPLAINED.some(([pattern]) =>
      pattern.test(`${shown.url.pathname} ${section} ${text}`),
    );
    if (truth !== null && kind === 'text' && !isAllowed && !shown.explains(figure))
      problems.push(
        `value: ${where}, expected ${shown.specific(figure).slice(0, 4).join(' or ')} ${href ?? ''}`,
      );
    return problems;
  });
}

test.describe.configure({ mode: 'parallel' });

for (const zone of ['UTC', 'Asia/Kolkata', 'America/Los_Angeles'])
  test.describe(zone, () => {
    test.use({ timezoneId: zone });

    test(
      `figures are what raw rows give, times are in ${zone}`,
      { tag: '@full' },
      async ({ page, stack }) => {
        const index = await readIndex(stack);
        // Values depend on no zone.
        const truth = zone === 'UTC' ? await readTruth(index) : null;
        await signIn(page);
        const local = encodeURIComponent(new URLSearchParams({ zone: 'local', local: zone }).toString());
        if (zone !== 'UTC')
          await page
            .context()
            .addCookies([{ name: PREFERENCES_COOKIE, value: local, url: stack.consoleUrl }]);
        const problems: string[] = [];
        for (const [path, subject] of await pagesOf(index)) {
          const figures = await show(page, path);
          const now = await page.evaluate(() => Date.now());
          const id = /^\/\w+\/([^?]+)/.exec(path)?.[1];
          const shown = new Shown(
            truth!,
            path,
            subject,
            figures,
            now,
            id === undefined || truth === null ? [] : truth.naming(decodeURIComponent(id)),
          );
          problems.push(...problemsOn(shown, zone, truth));
        }
        expect(problems).toEqual([]);
      },
    );
  });
