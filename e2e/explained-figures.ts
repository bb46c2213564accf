// What explains the figures of a page: the rows that a link means, the measure that a label names, the raw row that a row shows.
import {
  amountAt,
  type Bounds,
  failedOf,
  finishedOf,
  isWithin,
  type Json,
  percentOf,
  startOf,
  tally,
  textAt,
  timeAt,
  valueAt,
} from '@/e2e/index-reader';
import { LISTS, type Query, type Truth, type Value } from '@/e2e/raw-truth';
import { durationOf, type Figure, instantOf, inZone, isRounded, TOKENS } from '@/e2e/shown-figures';

export const paths = Object.keys(LISTS);
const ANY = 'http://console.invalid';
export const queryOf = (href: string): Query => Object.fromEntries(new URL(href, ANY).searchParams);

const words = (text: string) => text.split(' ');

/** Measures by the words that name them, in lists of facts and in heads of columns. */
const MEASURES: ReadonlyMap<string, string[]> = new Map(
  Object.entries({
    'Executions|runs|Runs': 'executions',
    'Failed or aborted': 'failure_rate failed finished',
    'Median duration': 'duration_p50 call_p50',
    'p95 duration': 'duration_p95 call_p95',
    duration_p95: 'call_p95',
    'Cost|Cost, SUI': 'cost',
    'Cost per run|mean_cost': 'mean_cost',
    success_rate: 'success_rate',
    'Failed|Failure rate': 'failure_rate',
    Turns: 'turns',
    'Commits|commits': 'commits',
    'Missed turns': 'missed_rate missed_turns turns',
    missed_turns: 'missed_turns',
    'Lost races|lost_races': 'lost_races missed_turns',
    'Won races|won_races': 'won_races',
    missed_rate: 'missed_rate',
    'Priority fees|fees': 'fees',
    'Deposits|deposits': 'deposits',
    'Paid out to leaders': 'withdrawn',
    'Calls|calls': 'calls',
    'Call failure rate|Failed calls|failed_calls': 'failed_calls calls_failed calls_ended',
    calls_failed: 'calls_failed',
  }).flatMap(([labels, measures]) => labels.split('|').map((label) => [label, words(measures)])),
);
/** What sentences speak of. */
const OF_RUNS = words(
  'executions succeeded failed failed_only aborted unfinished finished failure_rate success_rate cost mean_cost gas tool_cost priority_fee duration_p50 duration_p95',
);
const OF_CALLS = words('calls calls_failed calls_ended failed_calls call_p50 call_p95');
const OF_LEADERS = words('turns commits missed_turns missed_rate lost_races won_races fees records');
const OF_PAYMENTS = words('payments accomplished refunds pending refilled budget');
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
  /\bp50\b|\bp95\b|(?<!\d d )\b(?:1|24) h\b|\b(?:24|48) hours\b|\b(?:7|30) days\b|\b[Ll]ast 10\b|\b5-minute\b|\b(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?\d+ (?:Oct|Nov|Dec|Sep)\b|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d+|\b[Ss]kill \d+|\bwalk \d+|\b[Rr]evisions? \d+|\[\d+\]|\b\w+…\w+|\b\dxx\b/g;

/** What no raw row says, or what changes while it is read, and the tests that compare it. */
export const UNEXPLAINED: readonly [what: RegExp, tests: string][] = [
  // Usage grows with each page.
  [/^\/key/, 'keys-story.spec.ts'],
  // No raw row says when an event was indexed.
  [/behind the chain|in the last hour/, 'event-stats.test.ts'],
  // The stream, and how much of the history was read.
  [
    /about [\d,]+|Live since event|loaded$|\d\/s$|received|Based on all [\d,]+ events|[\d,]+ of [\d,]+ events$/,
    'events-page.spec.ts',
  ],
  // The zone of a column of times.
  [/, UTC[+−-]\d\d:\d\d$/, 'time.test.ts'],
  // Drawings and structure.
  [/Flow graph|Vertices|Timeline|Outputs|Contract check/, 'dag-*.spec.ts, execution-*.spec.ts'],
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
/** Tables of the calls at a vertex. */
const OF_VERTEX: Readonly<Record<string, (row: string, name: string) => Query>> = {
  'Slowest first': (_, vertex_name) => ({ vertex_name }),
  'DAGs that use this tool': (row) => ({
    dag_object_id: row.split('/')[0]!,
    vertex_name: row.split('/').slice(1).join('/'),
  }),
};

const DIMENSIONS: Readonly<Record<string, string[]>> = {
  skill: ['agent_object_id', 'skill_id'],
  agent: ['agent_object_id'],
  dag: ['dag_object_id'],
  status: ['status'],
  funder: ['funder'],
};

const STEPS = { '1h': [6e4, 60], '24h': [36e5, 24], '7d': [864e5, 7], '30d': [864e5, 30] } as const;

/** Periods end in steps of these. */
const FIVE_MINUTES = 300_000;

/** A page as the walk sees it, with what its figures are of. */
export class Shown {
  readonly url: URL;
  readonly #end: number;
  #general: Value[] | undefined;
  constructor(
    readonly truth: Truth,
    path: string,
    readonly subject: Query,
    readonly figures: readonly Figure[],
    readonly now: number,
    readonly named: readonly Json[],
  ) {
    this.url = new URL(path, ANY);
    // The page may have been read before the last step.
    const bounds = figures.flatMap(({ href }) => Object.entries(queryOf(href ?? '/')));
    const ends = bounds.flatMap(([name, at]) => (name.endsWith('_before') ? Date.parse(at) + 1 : []));
    this.#end = Math.max(...(ends.length > 0 ? ends : [Math.floor(now / FIVE_MINUTES) * FIVE_MINUTES]));
  }

  #steps(period?: string) {
    const initial = this.url.pathname === '/overview' ? '24h' : '7d';
    return STEPS[(period ?? this.url.searchParams.get('period') ?? initial) as keyof typeof STEPS];
  }

  get step(): number {
    return this.#steps()[0];
  }

  span(isEarlier: boolean, period?: string): Bounds {
    const [step, steps] = this.#steps(period);
    const shift = isEarlier ? step * steps : 0;
    return {
      from: Math.ceil(this.#end / step) * step - step * steps - shift,
      to: this.#end - 1 - shift,
    };
  }

  /** How many groups an analysis of one or two dimensions has. */
  #groups(): number {
    const { measure, by, and } = queryOf(this.url.href);
    const span = this.span(false);
    // Any record makes a leader a group, a wallet that has no cap too.
    if (by === 'leader') {
      const winners = this.truth
        .kinds('SubmissionFailureEvidenceRecorded')
        .map((event) => valueAt(event, 'payload.winning_leader'));
      const caps = this.truth.of('/leaders').map((row) => textAt(row, 'leader_cap_id'));
      return [...new Set([...winners, ...caps])].filter(
        (id) =>
          typeof id === 'string' && Number(this.truth.measure('records', { leader_cap_id: id }, span)) > 0,
      ).length;
    }
    const rows = this.truth
      .of(measure === 'payments' ? '/payments' : '/executions')
      .filter((row) => isWithin(startOf(row), span));
    const fields = [by, and].flatMap((dimension) => DIMENSIONS[dimension ?? ''] ?? []);
    return new Set(rows.map((row) => JSON.stringify(fields.map((field) => String(row[field]))))).size;
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
    const named = table === 'Fees by leader' ? ['fees'] : (MEASURES.get(label) ?? MEASURES.get(column));
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
      // The list of tasks is of scheduled ones by default.
      if (pathname === '/tasks' && query['scheduled'] === undefined && /^Scheduled/.test(text))
        return [truth.matching('/tasks', { scheduled: 'true' }).length];
      if (exact === null) return [rows.length];
    }
    if (table === 'Money')
      return [truth.measure(OF_MONEY[row ?? ''] ?? '', {}, this.span(isEarlier)) ?? null];
    if (pathname === '/analyze' && query['measure'] !== undefined) {
      return [truth.measure(query['measure'], query, this.span(isEarlier, query['period'])) ?? null];
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
    if (url.pathname === '/analyze' && row === 'total' && /^All \d/.test(text)) return [this.#groups()];
    if (url.pathname === '/analyze' && column === 'count' && row !== null) {
      const base = url.searchParams.get('measure') === 'fees' ? 'records' : 'executions';
      return [truth.measure(base, row === 'total' ? {} : { leader_cap_id: row }, this.span(false)) ?? null];
    }
    const vertex = OF_VERTEX[table]?.(row ?? '', name.trim());
    if (vertex !== undefined && column !== 'Failed executions')
      return ['calls', 'call_p50', 'call_p95', 'call_max'].map(
        (measure) => truth.measure(measure, { ...subject, ...vertex }, this.span(false)) ?? null,
      );
    const ofRow = row === null ? undefined : OF_ROWS[table];
    const ofPeriod = row === null ? undefined : OF_PERIOD[table];
    if (named === undefined || (table !== '' && ofRow === undefined && ofPeriod === undefined)) return [];
    if (!ofRow && !ofPeriod && url.pathname.split('/').length > 2 && Object.keys(subject).length === 0)
      return [];
    const about = ofRow?.(row!) ?? ofPeriod?.(row!, subject) ?? subject;
    let spans: (Bounds | null)[] = [this.span(isEarlier)];
    if (ofRow) spans = [null];
    else if (/previous:|previously /.test(text)) spans = [this.span(false), this.span(true)];
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
      const counts = (field: string) =>
        tally(failedOf(runs).map((run) => textAt(run, field))).map(([, count]) => count);
      const tools = counts('failed_tool_fqn');
      return [
        ...failures,
        ...counts('failure_reason'),
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

  /** Of what events move, since the period began: a stake is that of now. */
  #sums(events: readonly Json[]): Value[] {
    const inPeriod = events.filter((event) => timeAt(event, 'onchain_at') >= this.span(false).from);
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
      ...[-1, 0, 1].flatMap((tenth) => [
        percentOf(now, all) + tenth / 10,
        percentOf(before, total?.[1] ?? 0) + tenth / 10,
      ]),
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
      const isShown = isRounded(text, /^-?\d+$/.test(exact) ? BigInt(exact) : Number(exact));
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
    let candidates = values.length > 0 ? values : this.general;
    if (compares) candidates = this.#comparisons(figure);
    // Without rows there is nothing to link: the other cells are all of it.
    if (text === '0' && column.startsWith('at ')) {
      const [whole = 0, , ...cells] = figure.beside.map(Number);
      return cells.reduce((sum, cell) => sum + cell, 0) === whole;
    }
    // Points have a decimal, which may be 0.
    const plain = text.replace(NAMES, ' ').replace(/\.0(?= pts)/g, '');
    const tokens = [...plain.matchAll(TOKENS)].filter(
      ({ groups }) => groups!['date'] === undefined && groups!['clock'] === undefined,
    );
    return tokens.every(([token]) => candidates.some((value) => isRounded(token, value)));
  }
}

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
export function isBar({ text }: Figure, view: Shown, zone: string): boolean {
  const [start = '', ...lines] = text.split('\n');
  const isDay = /^\d{4}-\d\d-\d\d UTC$/.test(start);
  const at = instantOf(isDay ? start.replace(' ', ' 00:00 ') : start);
  const span = view.span(false);
  const step = isDay ? 864e5 : 36e5;
  if (!isDay && inZone(at, zone).replace(/:00 /, ' ') !== start) return false;
  const { truth } = view;
  const bounds = { from: Math.max(at, span.from), to: Math.min(at + step, span.to + 1) - 1 };
  const shift = span.from - view.span(true).from;
  return lines.every((line) => {
    const [name = '', figure = ''] = line.split(': ');
    if (name === 'none') return true;
    if (name !== 'previous')
      return isRounded(
        figure.split(' ')[0]!,
        truth.measure(SERIES[name] ?? '', view.subject, bounds) ?? null,
      );
    const [, noun = 'fee'] = /(turn|execution)/.exec(figure) ?? [];
    const isFirst = bounds.from > at;
    return (
      isFirst ||
      isRounded(
        figure.split(' ')[0]!,
        truth.measure(`${noun}s`, view.subject, {
          from: at - shift,
          to: Math.min(at - shift + step - 1, view.span(true).to),
        }) ?? null,
      )
    );
  });
}
