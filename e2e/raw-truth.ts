// What figures have to say, worked out from raw rows and events: which rows a link of the console means, and any measure of some of them in a period.
// Nothing here asks the index for statistics, totals or filtered lists.
import {
  amountAt,
  type Bounds,
  capsOf,
  committers,
  durations,
  failedOf,
  FEES,
  feesByExecution,
  finishedOf,
  idsOf,
  type IndexReader,
  isLostRace,
  isWithin,
  type Json,
  quantile,
  recordedTools,
  startOf,
  tally,
  textAt,
  timeAt,
  totalOf,
} from '@/e2e/index-reader';
import { type Visit, visitsIn, WALK_KINDS } from '@/e2e/raw-visits';
import type { ListingName } from '@/lib/contract/endpoints';
import { selectedValues } from '@/lib/contract/filter-fields';
import { stringifyJson } from '@/lib/json/exact';

export type Query = Readonly<Record<string, string>>;
export const LISTS: Readonly<Record<string, ListingName>> = {
  '/leaders': 'leaders.list',
  '/agents': 'agents.list',
  '/tools': 'tools.list',
  '/dags': 'dags.list',
  '/executions': 'executions.list',
  '/tasks': 'tasks.list',
  '/payments': 'payments.list',
  '/fees': 'priority-fees.events',
  '/events': 'events.list',
};

const IDS: Readonly<Record<string, string>> = {
  '/leaders': 'leader_cap_id',
  '/agents': 'agent_object_id',
  '/tools': 'fqn',
  '/dags': 'object_id',
  '/executions': 'object_id',
  '/tasks': 'object_id',
  '/payments': 'payment_object_id',
  '/fees': 'id',
  '/events': 'id',
};

/** Half up, in whole numbers, so that nothing is lost before rounding. */
export const divided = (part: bigint, whole: bigint) => (2n * part + whole) / (2n * whole);
const tenths = (part: number, whole: number) =>
  whole === 0 ? null : Number(divided(BigInt(part) * 1_000n, BigInt(whole))) / 10;
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n);
const at = (times: readonly number[], share: number) =>
  times.length === 0
    ? null
    : quantile(
        times.toSorted((a, b) => a - b),
        share,
      );

/** All texts with a letter and a digit in raw rows, however deep: reasons, descriptions and names, whose digits are no figures. */
function textsIn(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'string' && /\p{L}/u.test(value) && /\d/.test(value)) found.add(value.trim());
  if (typeof value === 'object' && value !== null)
    for (const each of Object.values(value)) textsIn(each, found);
  return found;
}

/** What a measure is of the rows that match, in a period or of all time; null where there is nothing to measure. */
export type Value = bigint | number | null;

export async function readTruth(index: IndexReader) {
  const paths = Object.keys(LISTS);
  const answers = await Promise.all(
    paths.map((path) => index.all(path === '/fees' ? '/priority-fee-vault/events' : path)),
  );
  const rows = Object.fromEntries(paths.map((path, place) => [path, answers[place] ?? []]));
  const of = (path: string) => rows[path] ?? [];
  const cache = new Map<string, unknown>();
  function cached<Result>(key: string, work: () => Result): Result {
    if (!cache.has(key)) cache.set(key, work());
    return cache.get(key) as Result;
  }
  const kinds = (names: string) =>
    cached(names, () =>
      of('/events')
        .filter((event) => names.split(',').includes(textAt(event, 'kind').replace(/Event$/, '')))
        .toSorted((a, b) => Number(a['id']) - Number(b['id'])),
    );
  // The same readers over events that have been read already.
  const readAlready: IndexReader = { ...index, events: async (names) => kinds(names) };
  const tools = await recordedTools(readAlready);
  const fees = await feesByExecution(readAlready);
  const times = await durations(readAlready, of('/executions'));
  const visits = visitsIn(kinds(WALK_KINDS), tools);
  const dagTools = new Map<string, Set<string>>();
  for (const [use, tool] of tools) {
    const dag = use.slice(0, use.indexOf('/'));
    dagTools.set(dag, (dagTools.get(dag) ?? new Set()).add(tool));
  }
  const capOf = capsOf(of('/leaders'));
  const leadersOf = committers(kinds('CommittedToolResult'), capOf);
  const funders = new Map(of('/payments').map((row) => [textAt(row, 'execution_object_id'), row['funder']]));
  const timesOf = (runs: readonly Json[]) => idsOf(runs).flatMap((id) => times.get(id) ?? []);
  const newest = Math.max(
    ...of('/events')
      .slice(0, 100)
      .map((event) => timeAt(event, 'onchain_at')),
  );
  const isStuck = (run: Json) => {
    const median = at(
      timesOf(of('/executions').filter((other) => other['dag_object_id'] === run['dag_object_id'])),
      0.5,
    );
    return run['status'] === 'running' && median !== null && newest - startOf(run) > 10 * median;
  };

  function matches(path: string, filter: string, requested: string, row: Json): boolean {
    const name = LISTS[path]!;
    if (/^(tab|group|order_by|measure|by|and|period)$/.test(filter)) return true;
    if (path === '/executions' || path === '/dags') {
      const dag = textAt(row, path === '/dags' ? 'object_id' : 'dag_object_id');
      if (filter === 'tool_fqn') return dagTools.get(dag)?.has(requested) === true;
    }
    if (filter === 'stuck') return String(isStuck(row)) === requested;
    if (filter === 'leader_cap_id' && path === '/executions')
      return leadersOf.get(textAt(row, 'object_id'))?.has(requested) === true;
    if (filter === 'funder' && path === '/executions')
      return funders.get(textAt(row, 'object_id')) === requested;
    return selectedValues(name, filter, row).some((value) => {
      if (filter.startsWith('min_')) return Number(value) >= Number(requested);
      if (filter.startsWith('max_')) return Number(value) <= Number(requested);
      if (filter === 'kinds') return requested.split(',').includes(String(value).replace(/Event$/, ''));
      // A reason may have commas in it.
      return (
        String(value) === requested || (filter === 'status' && requested.split(',').includes(String(value)))
      );
    });
  }
  const momentsOf = (path: string, filter: string) =>
    new Map(
      of(path).map((row) => [
        row,
        selectedValues(LISTS[path]!, filter, row).map((value) => Date.parse(String(value))),
      ]),
    );
  const TURNS: Readonly<Record<string, readonly [kind: string, leader: string]>> = {
    committed: ['CommittedToolResult', 'leader'],
    missed: ['SubmissionFailureEvidenceRecorded', 'failed_leader'],
    lost: ['SubmissionFailureEvidenceRecorded', 'failed_leader'],
    won: ['SubmissionFailureEvidenceRecorded', 'winning_leader'],
  };
  /** The events of a leader's turns. */
  const turns = (turn: string, leader: string | undefined, reason: string | undefined) => {
    const [kind = '', field = ''] = TURNS[turn] ?? [];
    return kinds(kind).filter((event) => {
      const id = textAt(event, `payload.${field}`);
      return (
        (leader === undefined || capOf(id) === leader) &&
        (reason === undefined || textAt(event, 'payload.reason') === reason) &&
        (turn === 'lost' || turn === 'won' ? isLostRace(event) : true)
      );
    });
  };
  const OF_CALLS = ['call', 'tool_fqn', 'vertex_name', 'dag_object_id', 'agent_object_id', 'skill_id'];
  const OF_STARTS = ['status', 'invoker', 'started_after', 'started_before'];
  /** The events that ended calls. */
  const ends = (query: Query) => {
    const { call, tool_fqn, vertex_name } = query;
    const ofRun = Object.entries(query).flatMap(([filter, value]) =>
      ['call', 'tool_fqn', 'vertex_name'].includes(filter)
        ? []
        : [[filter.replace('started_', 'created_'), value]],
    );
    const runs = new Set(idsOf(matching('/executions', Object.fromEntries(ofRun) as Query)));
    const ids = new Set(
      visits
        .filter(
          ({ run, tool, vertex, outcome }) =>
            runs.has(run) &&
            (call === undefined || call.split(',').includes(outcome ?? 'unfinished')) &&
            (tool_fqn === undefined || tool === tool_fqn) &&
            (vertex_name === undefined || vertex === vertex_name),
        )
        .map(({ event }) => event),
    );
    return of('/events').filter((event) => ids.has(event['id']));
  };
  const picked = (query: Query, names: readonly string[]) =>
    Object.fromEntries(Object.entries(query).filter(([filter]) => names.includes(filter)));
  /** The rows of the list at a path that all filters select. */
  const matching = (path: string, query: Query): readonly Json[] => {
    if (path !== '/events') return filtered(path, query, of(path));
    const { turn, leader_cap_id, missed_reason, ...others } = query;
    const ofCalls = picked(others, [...OF_CALLS, ...OF_STARTS]);
    const left = Object.fromEntries(Object.entries(others).filter(([filter]) => !(filter in ofCalls)));
    const rows = turn === undefined ? of(path) : turns(turn, leader_cap_id, missed_reason);
    const calls = Object.keys(ofCalls).length === 0 ? null : new Set(ends(ofCalls));
    return filtered(path, left, calls === null ? rows : rows.filter((event) => calls.has(event)));
  };
  const filtered = (path: string, query: Query, all: readonly Json[]) =>
    Object.entries(query).reduce((rows, [filter, requested]) => {
      if (/_(after|before)$/.test(filter)) {
        const bound = Date.parse(requested);
        const moments = cached(`${path} ${filter}`, () => momentsOf(path, filter));
        return rows.filter((row) =>
          moments.get(row)!.some((at) => (filter.endsWith('_after') ? at >= bound : at <= bound)),
        );
      }
      const selected = cached(
        `${path} ${filter} ${requested}`,
        () => new Set(of(path).filter((row) => matches(path, filter, requested, row))),
      );
      return rows.filter((row) => selected.has(row));
    }, all);

  /** Events that name a leader, by its cap or its wallet. */
  const ofLeader = (kind: string, field: string, query: Query, span: Bounds | null) =>
    kinds(kind).filter((event) => {
      const id = textAt(event, `payload.${field}`);
      return (
        (query['leader_cap_id'] === undefined || capOf(id) === query['leader_cap_id']) &&
        (span === null || isWithin(timeAt(event, 'onchain_at'), span))
      );
    });

  const cost = (runs: readonly Json[]) => idsOf(runs).flatMap((id) => (fees.has(id) ? [fees.get(id)!] : []));
  const ofRuns: Readonly<Record<string, (runs: readonly Json[]) => Value>> = {
    executions: (runs) => runs.length,
    succeeded: (runs) => runs.filter((run) => run['status'] === 'succeeded').length,
    failed_only: (runs) => runs.filter((run) => run['status'] === 'failed').length,
    aborted: (runs) => runs.filter((run) => run['status'] === 'aborted').length,
    unfinished: (runs) => runs.length - finishedOf(runs).length,
    failed: (runs) => failedOf(runs).length,
    finished: (runs) => finishedOf(runs).length,
    failure_rate: (runs) => tenths(failedOf(runs).length, finishedOf(runs).length),
    success_rate: (runs) => tenths(finishedOf(runs).length - failedOf(runs).length, finishedOf(runs).length),
    duration_p50: (runs) => at(timesOf(runs), 0.5),
    duration_p95: (runs) => at(timesOf(runs), 0.95),
    duration_max: (runs) => at(timesOf(runs), 1),
    cost: (runs) => sum(cost(runs).map(totalOf)),
    mean_cost: (runs) =>
      cost(runs).length === 0 ? null : divided(sum(cost(runs).map(totalOf)), BigInt(cost(runs).length)),
    gas: (runs) => sum(cost(runs).map((fee) => fee.gas_fee_mist)),
    tool_cost: (runs) => sum(cost(runs).map((fee) => fee.tool_fee_mist)),
    priority_fee: (runs) => sum(cost(runs).map((fee) => fee.priority_fee_mist)),
    agents: (runs) => new Set(runs.flatMap((run) => run['agent_object_id'] ?? [])).size,
    dags: (runs) => new Set(runs.map((run) => run['dag_object_id'])).size,
  };
  const ofVisits: Readonly<Record<string, (calls: readonly Visit[]) => Value>> = {
    calls: (calls) => calls.length,
    calls_failed: (calls) => calls.filter(({ outcome }) => outcome === 'failed').length,
    calls_ended: (calls) =>
      calls.filter(({ outcome }) => outcome === 'failed' || outcome === 'succeeded').length,
    failed_calls: (calls) =>
      tenths(Number(ofVisits['calls_failed']!(calls)), Number(ofVisits['calls_ended']!(calls))),
    call_p50: (calls) =>
      at(
        calls.flatMap(({ ms }) => ms ?? []),
        0.5,
      ),
    call_max: (calls) =>
      at(
        calls.flatMap(({ ms }) => ms ?? []),
        1,
      ),
    call_p95: (calls) =>
      at(
        calls.flatMap(({ ms }) => ms ?? []),
        0.95,
      ),
  };
  const ofPayments: Readonly<Record<string, (paid: readonly Json[]) => Value>> = {
    payments: (paid) => paid.length,
    budget: (paid) => sum(paid.map((row) => amountAt(row, 'max_budget_mist'))),
    consumed: (paid) => sum(paid.map((row) => amountAt(row, 'consumed_total'))),
    refunds: (paid) => paid.filter((row) => row['final_state'] === 'refunded').length,
    accomplished: (paid) => paid.filter((row) => row['final_state'] === 'accomplished').length,
    pending: (paid) => paid.filter((row) => row['final_state'] === 'pending').length,
    refilled: (paid) => paid.filter((row) => amountAt(row, 'refills') > 0n).length,
    closed_budget: (paid) =>
      sum(
        paid.filter((row) => row['final_state'] !== 'pending').map((row) => amountAt(row, 'max_budget_mist')),
      ),
    refills: (paid) => Number(sum(paid.map((row) => amountAt(row, 'refills')))),
  };
  const vault = (kind: string, query: Query, span: Bounds | null) =>
    matching('/fees', { kind, ...query }).filter((row) => span === null || isWithin(startOf(row), span));
  const amounts = (movements: readonly Json[]) => sum(movements.map((row) => amountAt(row, 'amount')));
  type Leaders = (query: Query, span: Bounds | null) => Value;
  const missed = (query: Query, span: Bounds | null) =>
    ofLeader('SubmissionFailureEvidenceRecorded', 'failed_leader', query, span);
  const commits = (query: Query, span: Bounds | null) =>
    ofLeader('CommittedToolResult', 'leader', query, span);
  const ofLeaders: Readonly<Record<string, Leaders>> = {
    commits: (...by) => commits(...by).length,
    missed_turns: (...by) => missed(...by).length,
    turns: (...by) => commits(...by).length + missed(...by).length,
    missed_rate: (...by) => tenths(missed(...by).length, commits(...by).length + missed(...by).length),
    lost_races: (...by) => missed(...by).filter(isLostRace).length,
    won_races: (query, span) =>
      ofLeader('SubmissionFailureEvidenceRecorded', 'winning_leader', query, span).filter(isLostRace).length,
    deposits: (...by) => vault('deposit_created', ...by).length,
    fees: (...by) => amounts(vault('deposit_created', ...by)),
    withdrawn: (...by) => amounts(vault('withdrawn', ...by)),
    /** Everything that names a leader. */
    records: (...by) =>
      ['commits', 'missed_turns', 'won_races', 'deposits'].reduce(
        (all, name) => all + Number(ofLeaders[name]!(...by)),
        0,
      ) +
      vault('withdrawn', ...by).length +
      ['StakeDeposited', 'UnstakeClaimed', 'StakeSlashed'].reduce(
        (all, kind) => all + ofLeader(kind, 'leader_cap_id', ...by).length,
        0,
      ),
  };

  /** Undefined for a measure that is not known here. `rows`: those that a figure's link already names. */
  function measure(
    name: string,
    query: Query,
    span: Bounds | null,
    selectedRows?: readonly Json[],
  ): Value | undefined {
    if (selectedRows !== undefined) return measured(name, query, span, selectedRows);
    return cached(`${name} ${JSON.stringify([query, span])}`, () => measured(name, query, span));
  }
  function measured(
    name: string,
    query: Query,
    span: Bounds | null,
    selectedRows?: readonly Json[],
  ): Value | undefined {
    const select = (path: string) =>
      selectedRows ?? matching(path, query).filter((row) => span === null || isWithin(startOf(row), span));
    if (name in ofRuns) return ofRuns[name]!(select('/executions'));
    if (name in ofPayments) return ofPayments[name]!(select('/payments'));
    if (name in ofVisits) {
      const { tool_fqn, vertex_name, ...ofRun } = query;
      const runs = new Set(
        idsOf(matching('/executions', ofRun).filter((row) => span === null || isWithin(startOf(row), span))),
      );
      return ofVisits[name]!(
        visits.filter(
          ({ run, tool, vertex }) =>
            runs.has(run) &&
            (tool_fqn === undefined || tool === tool_fqn) &&
            (vertex_name === undefined || vertex === vertex_name),
        ),
      );
    }
    if (name === 'events') return (selectedRows ?? kindsWithin(query, span)).length;
    if (name === 'returned' || name === 'locked') {
      const ended = finishedOf(select('/executions'));
      const back = BigInt(measure('closed_budget', query, span)!) - BigInt(ofRuns['cost']!(ended)!);
      return name === 'returned'
        ? back
        : BigInt(measure('budget', query, span)!) - BigInt(measure('cost', query, span)!) - back;
    }
    if (selectedRows !== undefined && (name === 'fees' || name === 'withdrawn')) return amounts(selectedRows);
    return ofLeaders[name]?.(query, span);
  }
  const kindsWithin = (query: Query, span: Bounds | null) =>
    matching('/events', query).filter((row) => span === null || isWithin(timeAt(row, 'onchain_at'), span));

  const byId = new Map(
    paths.flatMap((path) => of(path).map((row) => [textAt(row, IDS[path]!), row] as const)),
  );
  const texts = new Map([...paths.flatMap(of)].map((row) => [row, stringifyJson(row)]));
  /** Raw rows and events that hold an id. */
  const naming = (id: string) => [...texts].flatMap(([row, text]) => (text.includes(id) ? [row] : []));
  const recordedOf = new Map<string, Json[]>();
  for (const event of kinds('ExecutionPaymentFeesRecorded')) {
    const id = textAt(event, 'payload.execution_id');
    recordedOf.set(id, [...(recordedOf.get(id) ?? []), event]);
  }
  /** What follows from a row. */
  function derived(row: Json): Value[] {
    const total = fees.get(textAt(row, 'object_id'));
    const paid = fees.get(textAt(row, 'execution_object_id'));
    const { stake_pool_total: stake } = row;
    // A record of fees holds those so far; the ledger shows what is new, and what it sums up to.
    const recorded = recordedOf.get(textAt(row, 'payload.execution_id')) ?? [];
    const place = recorded.indexOf(row);
    const soFar = (event: Json | undefined) => FEES.map((name) => amountAt(event, `payload.${name}`));
    const before = soFar(recorded[place - 1]);
    return [
      ...(place < 0 ? [] : [sum(soFar(row)), ...soFar(row).map((fee, at) => fee - before[at]!)]),
      ...(total === undefined ? [] : [totalOf(total)]),
      // The unused part of a payment's budget.
      ...(paid === undefined ? [] : [amountAt(row, 'max_budget_mist') - totalOf(paid)]),
      ...(typeof stake === 'bigint' || typeof stake === 'number'
        ? [BigInt(stake) - 300_000_000_000_000n]
        : []),
      ...(typeof row['cost_mist'] === 'bigint' || typeof row['cost_mist'] === 'number'
        ? [tenths(Number(row['cost_mist']), Number(row['max_budget_mist']))]
        : []),
      ...(row['runs_left'] === undefined ? [] : [Number(row['runs_left']) * Number(row['interval_ms'])]),
      ...(Array.isArray(row['skills']) ? [row['skills'].length] : []),
    ];
  }
  /** How many calls failed for each reason that ended their walk. */
  const failuresIn = (runs: readonly Json[], tool_fqn: string | undefined) => {
    const ids = new Set(idsOf(runs));
    const failures = kinds('WalkFailed,WalkAborted,TerminalErrEvalRecorded').filter(
      (event) =>
        ids.has(textAt(event, 'payload.execution')) &&
        (tool_fqn === undefined ||
          tools.get(`${textAt(event, 'payload.dag')}/${textAt(event, 'payload.vertex.vertex.name')}`) ===
            tool_fqn),
    );
    return tally(failures.map((event) => textAt(event, 'payload.reason'))).map(([, count]) => count);
  };
  const skills = of('/agents').flatMap((agent) =>
    (agent['skills'] as Json[]).map((skill) => ({
      agent_object_id: textAt(skill, 'agent_object_id'),
      skill_id: textAt(skill, 'skill_id'),
    })),
  );
  const registry = await index.get('/registry/leader');
  const foreign = [...textsIn(Object.values(rows))];
  return { of, registry, matching, measure, kinds, byId, naming, derived, failuresIn, skills, foreign };
}
export type Truth = Awaited<ReturnType<typeof readTruth>>;
