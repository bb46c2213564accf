// Runs one execution from its dispatch to its last walk (spec 11.3): the leaders' transactions around every vertex, in time.
// Invariant: for each walk request, commit and settlement in this order and one end; ExecutionFinished once, with the last end.
import { toolAt } from './dag-designs';
import * as failures from './failures';
import { single, type Ports } from './port-values';
import { authorisation, lockInvocation, settleInvocation } from './requests';
import { createRun, walkFields, type Failure, type RunTerms, type Walk } from './run-state';
import { createAgenda } from './timeline';
import { toolOf } from './tools';
import { event, transaction, type ChainEvent, type Transaction } from './transaction';
import { advance, enter } from './walk-flow';

export interface RunOutcome {
  transactions: Transaction[];
  finished_at: number;
  failed: boolean;
  aborted: boolean;
  /** What was paid in and not spent, in MIST. */
  remaining: bigint;
}

export interface RunInput {
  failure: Failure | null;
  /** Of the dispatching transaction. */
  at: number;
  /** The task's events in that transaction: before the start of payment and execution, and after the first gas. */
  before: ChainEvent[];
  after: ChainEvent[];
  /** The entry group whose ports the caller supplies. */
  group: string;
}

export function runExecution(terms: RunTerms, input: RunInput): RunOutcome {
  const { world, design, name, rank, dag, execution_id, agent_id, skill_id } = terms;
  const run = createRun(terms, input.group);
  const { random, ledger } = run;
  const agenda = createAgenda();
  const transactions: Transaction[] = [];
  let finished_at = input.at;

  const drawGas = () => BigInt(random.int(900, 3_900)) * 1_000n + BigInt(random.int(0, 999));
  const toolOfWalk = ({ vertex }: Walk) => toolAt(design, vertex);
  /** Schedules what a walk does next; it is dropped if the walk has left its phase by then. */
  const schedule = (walk: Walk, at: number, act: (at: number) => void) => {
    const { phase } = walk;
    agenda.put(at, (then) => {
      if (walk.phase === phase) act(then);
    });
  };
  const push = (at: number, sender: string, contents: ChainEvent[]) => {
    if (run.walks.every(({ phase }) => phase === 'ended')) {
      finished_at = at;
      contents.push(
        event('ExecutionFinished', {
          dag,
          execution: execution_id,
          has_any_walk_failed: run.failed,
          has_any_walk_succeeded: run.succeeded,
          was_aborted: run.aborted,
        }),
      );
    }
    transactions.push(transaction(world, at, sender, `${name}/${transactions.length}`, contents));
  };

  /** Payment, request and frozen prices; the leader's gas comes last. */
  const startEvents = (): ChainEvent[] => {
    const tools = [...new Set(Object.values(design.vertices))].map(toolOf);
    const { payment_id, interface_revision } = terms;
    const gas = drawGas();
    return [
      ledger.created(tools.reduce((sum, { price }) => sum + price, 0n)),
      event('AgentSkillExecutionRequested', {
        execution_id,
        agent_id,
        skill_id,
        interface_revision,
        payment_id,
      }),
      ...tools.map(({ fqn, price }) => ledger.snapshot(fqn, price)),
      ...ledger.spend(gas),
    ];
  };

  /** Requests a walk from two leaders; the first picks it up shortly after. */
  const request = (walk: Walk, at: number): ChainEvent[] => {
    walk.leaders = rank(at, random);
    walk.phase = 'requested';
    schedule(walk, at + random.int(300, 1_600), (then) => lock(walk, then));
    return authorisation(run, walk, at);
  };

  const lock = (walk: Walk, at: number) => {
    walk.phase = 'locked';
    push(at, walk.leaders[0].wallet, lockInvocation(run, walk, at, ledger.spend(drawGas())));
    const [low, high] = toolOfWalk(walk).seconds;
    schedule(walk, at + random.int(low * 1_000, high * 1_000), (then) => commit(walk, then));
  };

  const commit = (walk: Walk, at: number) => {
    const { failure } = input;
    // Results of tools on chain are not verified, so none is rejected.
    const strikes =
      failure?.step === run.commits && !(failure.kind === 'rejected' && toolOfWalk(walk).kind === 'chain');
    walk.failure = strikes ? failure : null;
    run.commits += 1;
    switch (walk.failure?.kind) {
      case 'expired':
        return schedule(walk, at + random.int(150_000, 420_000), (then) => expire(walk, then));
      case 'takeover':
        return schedule(walk, at + random.int(15_000, 40_000), (then) => submit(walk, then));
      default:
        return submit(walk, at);
    }
  };

  const hasFailed = ({ failure }: Walk) => failure?.kind === 'tool_failure' || failure?.kind === 'rejected';

  const submit = (walk: Walk, at: number) => {
    const tool = toolOfWalk(walk);
    const { failure } = walk;
    const [primary, secondary] = walk.leaders;
    const takenOver = failure?.kind === 'takeover';
    const submitter = takenOver ? secondary : primary;
    const failed = hasFailed(walk);
    walk.phase = 'committed';
    const contents = [
      ...(takenOver ? [failures.evidence(run, walk, primary.cap, submitter.wallet)] : []),
      event('CommittedToolResult', {
        ...walkFields(run, walk),
        leader: submitter.cap,
        has_primary_failure_evidence: takenOver || failed,
        has_secondary_failure_evidence: false,
      }),
      ...(tool.kind === 'http' ? [failures.verification(run, walk, tool, submitter.cap)] : []),
      ...(failed ? [failures.toolFailure(run, walk, submitter.wallet, false)] : []),
    ];
    if (tool.kind === 'chain') {
      settle(walk, at, submitter.wallet, contents);
      return;
    }
    push(at, submitter.wallet, contents);
    if (failed && failure?.twice)
      schedule(walk, at + 240, (then) =>
        push(then, secondary.wallet, [failures.toolFailure(run, walk, secondary.wallet, true)]),
      );
    const unconfirmed = failure?.kind === 'unconfirmed';
    const wait = unconfirmed ? random.int(60_000, 180_000) : random.int(400, 1_900);
    const settler = unconfirmed ? terms.invoker : submitter.wallet;
    schedule(walk, at + wait, (then) => settle(walk, then, settler, []));
  };

  /** Pays for a committed result, then follows it. What the payment cannot cover waits for a refill. */
  const settle = (walk: Walk, at: number, sender: string, contents: ChainEvent[]) => {
    const failed = hasFailed(walk);
    const gas = drawGas();
    const fee = failed ? 0n : (walk.lock?.amount ?? 0n);
    const missing = ledger.shortfall(gas, fee);
    if (missing > 0n) {
      const short = { execution: execution_id, walk_index: walk.index, required_shortfall: missing };
      push(at, sender, [...contents, event('ExecutionPaymentInsufficientSettlement', short)]);
      schedule(walk, at + random.int(20_000, 240_000), (refilled) => {
        push(refilled, terms.invoker, [ledger.refill(missing + 60_000_000n)]);
        schedule(walk, refilled + random.int(800, 3_000), (then) => settle(walk, then, sender, []));
      });
      return;
    }
    if (walk.failure?.kind === 'unconfirmed')
      contents.push(failures.evidence(run, walk, walk.leaders[1].cap));
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
    const settled = settleInvocation(run, walk, failed);
    if (run.aborted) contents.push(...cancel(walk), ...settled, ...failures.parkedEnds(run));
    else if (failed) contents.push(...followFailure(walk, at), ...settled, ...cancelOthers());
    else contents.push(...followResult(walk, at), ...settled);
    push(at, sender, contents);
  };

  const follow = (walk: Walk, at: number, variant: string, ports: Ports): ChainEvent[] => {
    const { happened, requested } = advance(run, walk, variant, ports);
    return [happened, ...requested.flatMap((next) => request(next, at))];
  };
  const followResult = (walk: Walk, at: number): ChainEvent[] => {
    const { variant, ports } = toolOfWalk(walk).respond({
      world,
      random,
      inputs: run.values.inputs(walk.vertex, walk.scope) ?? {},
      iteration: walk.scope?.iteration ?? 0,
      call: `${name}/call/${walk.index}/${walk.vertex}/${walk.scope?.iteration ?? ''}`,
    });
    return follow(walk, at, variant, ports);
  };
  const followFailure = (walk: Walk, at: number): ChainEvent[] =>
    failures.handlesFailure(run, walk)
      ? follow(walk, at, '_err_eval', { reason: single(walk.failure?.reason) })
      : [failures.endFailed(run, walk)];

  const cancel = (walk: Walk): ChainEvent[] => {
    walk.phase = 'ended';
    return [event('WalkCancelled', walkFields(run, walk))];
  };
  /** After an abort: walks with a committed result still settle, the others are cancelled and their locks released. */
  const cancelOthers = (): ChainEvent[] =>
    run.walks
      .filter(({ phase }) => run.aborted && (phase === 'requested' || phase === 'locked'))
      .flatMap((walk) => [...settleInvocation(run, walk, true), ...cancel(walk)]);

  const expire = (walk: Walk, at: number) => {
    const keeper = world.id('wallet/keeper');
    run.aborted = true;
    push(at, keeper, [
      failures.evidence(run, walk, walk.leaders[0].cap),
      failures.submissionFailure(run, walk, keeper),
      failures.abort(run, walk),
      ...settleInvocation(run, walk, true),
      ...cancelOthers(),
    ]);
  };

  const leaders = rank(input.at, random);
  const entering = enter(run, leaders);
  push(input.at, leaders[0].wallet, [
    ...input.before,
    ...startEvents(),
    ...input.after,
    ...entering.flatMap((walk) => request(walk, input.at)),
  ]);
  agenda.run();
  const { failed, aborted } = run;
  return { transactions, finished_at, failed, aborted, remaining: ledger.remaining() };
}
