// Runs one execution from its dispatch to its last walk (spec 11.3): the leaders' transactions around every vertex, in time.
// Invariant: for each walk request, commit and settlement in this order and one end; ExecutionFinished once, with the last end.
import { failureEvents, type Failure } from './failure-events';
import type { Mishap } from './mishaps';
import { one, type Ports } from './port-values';
import { requestsOf } from './requests';
import { createRun, finishEvent, startEvents, type RunPayment } from './run-start';
import { isActive, place, type RunTerms, type Walk } from './run-state';
import { createAgenda } from './timeline';
import { toolOf } from './tools/catalogue';
import { event, type Happening, type Transaction } from './transaction';
import { advance, enter } from './walk-flow';

export interface RunOutcome {
  transactions: Transaction[];
  finished_at: number;
  failed: boolean;
  aborted: boolean;
  /** What the execution cost, and what was paid in, in MIST. */
  spent: bigint;
  funds: bigint;
}

export interface RunInput {
  terms: RunTerms;
  payment: RunPayment;
  mishap: Mishap | null;
  /** Of the dispatching transaction. */
  at: number;
  /** Puts the task's events around the start of payment and execution: what comes before them, and what after the first gas. */
  dispatch: { before: Happening[]; after: Happening[] };
  group: string;
}

export function runExecution({
  terms,
  payment,
  mishap,
  at: startsAt,
  dispatch,
  group,
}: RunInput): RunOutcome {
  const { world, design, name } = terms;
  const run = createRun(terms, payment, group);
  const { random, ledger } = run;
  const fail = failureEvents(run);
  const requests = requestsOf(run);
  const agenda = createAgenda();
  const transactions: Transaction[] = [];
  let finished_at = startsAt;

  const gasOf = () => BigInt(random.int(900, 3_900)) * 1_000n + BigInt(random.int(0, 999));
  const push = (at: number, sender: string, contents: Happening[]) => {
    const last = run.walks.every((walk) => !isActive(walk));
    if (last) {
      finished_at = at;
      contents.push(finishEvent(run));
    }
    transactions.push({ at, sender, digest: world.digest(`${name}/${transactions.length}`), contents });
  };

  /** Requests a walk from two leaders; the first picks it up shortly after. */
  const request = (walk: Walk, at: number): Happening[] => {
    walk.leaders = terms.rank(at, random);
    walk.phase = 'requested';
    agenda.put(at + random.int(300, 1_600), (then) => lock(walk, then));
    return requests.authorisation(walk, at);
  };
  const lock = (walk: Walk, at: number) => {
    if (walk.phase !== 'requested') return;
    walk.phase = 'locked';
    push(at, walk.leaders[0].wallet, requests.lock(walk, at, ledger.spend(gasOf())));
    const tool = toolOf(walk.lock?.tool_fqn ?? '');
    agenda.put(at + random.int(...tool.latency), (then) => commit(walk, then));
  };

  const commit = (walk: Walk, at: number) => {
    if (walk.phase !== 'locked') return;
    const due = mishap !== null && run.commits === mishap.step ? mishap : null;
    run.commits += 1;
    if (due?.kind === 'expired') {
      agenda.put(at + random.int(150_000, 420_000), (then) => expire(walk, then, due.reason));
      return;
    }
    if (due?.kind === 'takeover') {
      agenda.put(at + random.int(15_000, 40_000), (then) => submit(walk, then, due));
      return;
    }
    submit(walk, at, due);
  };

  const submit = (walk: Walk, at: number, due: Mishap | null) => {
    if (walk.phase !== 'locked') return;
    const tool = toolOf(walk.lock?.tool_fqn ?? '');
    const taken = due?.kind === 'takeover';
    const submitter = walk.leaders[taken ? 1 : 0];
    const failure: Failure | null =
      due?.kind === 'tool_failure' || (due?.kind === 'rejected' && tool.kind === 'http') ? due : null;
    walk.phase = 'committed';
    const contents = [
      ...(taken && due ? [fail.evidence(walk, walk.leaders[0].cap, submitter.wallet, due.reason)] : []),
      event('CommittedToolResult', {
        ...place(run, walk),
        leader: submitter.cap,
        has_primary_failure_evidence: taken || failure !== null,
        has_secondary_failure_evidence: false,
      }),
      ...(tool.kind === 'http' ? [fail.verification(walk, tool, submitter.cap, failure)] : []),
      ...(failure === null ? [] : [fail.terminal(walk, submitter.wallet, failure.reason, false)]),
    ];
    if (tool.kind === 'chain') {
      settle(walk, at, contents, submitter.wallet, due);
      return;
    }
    push(at, submitter.wallet, contents);
    if (failure?.twice)
      agenda.put(at + 240, (then) => {
        if (walk.phase === 'committed')
          push(then, walk.leaders[1].wallet, [
            fail.terminal(walk, walk.leaders[1].wallet, failure.reason, true),
          ]);
      });
    const wait = due?.kind === 'unconfirmed' ? random.int(60_000, 180_000) : random.int(400, 1_900);
    const settler = due?.kind === 'unconfirmed' ? terms.invoker : submitter.wallet;
    agenda.put(at + wait, (then) => settle(walk, then, [], settler, due));
  };

  const settle = (walk: Walk, at: number, contents: Happening[], sender: string, due: Mishap | null) => {
    if (walk.phase !== 'committed' || walk.lock === null) return;
    const tool = toolOf(walk.lock.tool_fqn);
    const failed = due?.kind === 'tool_failure' || (due?.kind === 'rejected' && tool.kind === 'http');
    const gas = gasOf();
    const fee = failed ? 0n : walk.lock.amount;
    const missing = ledger.shortfall(gas, fee);
    if (missing > 0n) {
      const short = { execution: terms.execution, walk_index: walk.index, required_shortfall: missing };
      push(at, sender, [...contents, event('ExecutionPaymentInsufficientSettlement', short)]);
      agenda.put(at + random.int(20_000, 240_000), (then) => refill(walk, then, missing, sender, due));
      return;
    }
    if (due?.kind === 'unconfirmed')
      contents.push(fail.evidence(walk, walk.leaders[1].cap, null, due.reason));
    contents.push(...ledger.spend(gas, fee));
    const priority = ledger.priorityDelta();
    if (priority > 0n)
      contents.push(
        event('PriorityFeeDepositCreated', {
          vault: world.id('priority-fee-vault'),
          deposit_id: world.id(`${name}/deposit/${transactions.length}`),
          leader_cap_id: walk.leaders[0].cap,
          amount: priority,
        }),
      );
    const settled = requests.settled(walk, failed);
    if (run.aborted) contents.push(...cancel(walk), settled, ...fail.parkedEnds());
    else if (failed && due) contents.push(...followFailure(walk, at, due.reason), settled, ...rest());
    else {
      const result = resultOf(walk);
      walk.lock = null;
      contents.push(...follow(walk, at, result.variant, result.ports), settled);
    }
    push(at, sender, contents);
  };
  const resultOf = (walk: Walk) =>
    toolOf(design.vertices[walk.vertex] ?? '').respond({
      world,
      random,
      inputs: run.values.inputs(walk.vertex, walk.scope) ?? {},
      iteration: walk.scope?.iteration ?? 0,
      call: `${name}/call/${walk.index}/${walk.vertex}/${walk.scope?.iteration ?? ''}`,
    });
  const follow = (walk: Walk, at: number, variant: string, ports: Ports): Happening[] => {
    const { events, requested } = advance(run, walk, variant, ports);
    return [...events, ...requested.flatMap((next) => request(next, at))];
  };

  const cancel = (walk: Walk): Happening[] => {
    walk.phase = 'ended';
    walk.lock = null;
    return [event('WalkCancelled', place(run, walk))];
  };
  /** After an abort: walks with a committed result still settle, the others are cancelled and their locks released. */
  const rest = (): Happening[] =>
    run.aborted
      ? run.walks
          .filter((walk) => walk.phase === 'requested' || walk.phase === 'locked')
          .flatMap((walk) => [...requests.release(walk), ...cancel(walk)])
      : [];
  const followFailure = (walk: Walk, at: number, reason: string): Happening[] => {
    const handled = design.edges.some(
      ({ from }) => from.vertex === walk.vertex && from.variant === '_err_eval',
    );
    walk.lock = null;
    if (handled) return follow(walk, at, '_err_eval', { reason: one(reason) });
    if (design.afterFailure === 'TransientContinue') {
      walk.phase = 'ended';
      run.failed = true;
      return [event('WalkFailed', { ...place(run, walk), reason })];
    }
    run.aborted = true;
    return fail.abort(walk);
  };
  const expire = (walk: Walk, at: number, reason: string) => {
    if (walk.phase !== 'locked') return;
    run.aborted = true;
    const anyone = world.id('wallet/keeper');
    push(at, anyone, [
      fail.evidence(walk, walk.leaders[0].cap, null, reason),
      fail.submissionFailure(walk, anyone, reason),
      ...fail.abort(walk),
      ...requests.release(walk),
      ...rest(),
    ]);
  };
  const refill = (walk: Walk, at: number, missing: bigint, sender: string, due: Mishap | null) => {
    if (walk.phase !== 'committed') return;
    const source =
      terms.source_kind.variant === 'AgentFunded' ? terms.source_kind.agent_id : terms.source_kind.user;
    push(at, terms.invoker, [ledger.refill(missing + 60_000_000n, source)]);
    agenda.put(at + random.int(800, 3_000), (then) => settle(walk, then, [], sender, due));
  };

  const first = terms.rank(startsAt, random);
  const entering = enter(run, Object.keys(design.vertices), first);
  push(startsAt, first[0].wallet, [
    ...dispatch.before,
    ...startEvents(run, gasOf()),
    ...dispatch.after,
    ...entering.flatMap((walk) => request(walk, startsAt)),
  ]);
  agenda.run();
  return {
    transactions,
    finished_at,
    failed: run.failed,
    aborted: run.aborted,
    spent: ledger.spent(),
    funds: ledger.funds(),
  };
}
