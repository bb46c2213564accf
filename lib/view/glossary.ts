// One-sentence definitions of the network's terms, shown wherever a term heads a column, a fact or a panel.
// Invariant: a term is defined here once, so every page explains it in the same words.

const glossary = {
  agent: 'An on-chain object with its own vault that offers numbered skills, each bound to a DAG.',
  'authorization first':
    'The tool asks for an agent’s authorization proof instead of the standard signature.',
  call: 'One visit of a walk to a vertex, whose tool it calls.',
  'claim token':
    'The transaction with which the leader last activated its cap; only its holder may suspend it.',
  collateral: 'US deposited by the tool’s owner, as last read at registration or update; slashing lowers it.',
  'collateral lock': 'How long a tool’s collateral stays locked after the tool is unregistered.',
  collect: 'An edge that gathers the results of all elements of a for_each into one list.',
  commit: 'A vertex result that a leader has written on chain.',
  conditional: 'Produced only if vertices take certain variants.',
  controller: 'The wallet or agent allowed to pause, resume and cancel the task.',
  creator: 'The wallet that sent the transaction which created the object.',
  dag: 'A directed graph of tool calls that an execution runs; it can run once it is finalized.',
  'default value': 'A value fixed in the DAG for an input port, used when nothing else feeds the port.',
  'entry group': 'A named set of input ports; a run picks one group and supplies all its ports.',
  exclusive: 'Never produced in the same run as another output of the DAG.',
  execution: 'One run of a DAG, from its first vertex to a final outcome and a settled payment.',
  'failure rate':
    'Failed and aborted executions among those that have ended; by a cause, those that failed by it.',
  finalized: 'Sealed: a finalized DAG can no longer change and can be executed.',
  for_each: 'An edge that splits a list and starts one walk per element.',
  fqn: 'Fully qualified tool name, such as domain.name@version.',
  funder: 'The wallet that pays for the execution or fills the reserve.',
  'gas budget': 'The part of the payment set aside for leaders’ gas.',
  'interface revision': 'The version of a skill’s inputs and outputs; each change adds one.',
  guaranteed: 'Produced on every path through the DAG.',
  invoker: 'The wallet or agent on whose behalf the execution was started.',
  leader: 'An operator that picks up work, calls tools and writes their results on chain.',
  'leader cap': 'The on-chain capability that makes its owner a leader and collects the stake behind it.',
  'locked budget': 'The part of the payment reserved for unsettled tool fees.',
  'loop iterations per run':
    'How often a do_while loop went around, on average over the runs that entered one.',
  'max budget': 'The most the execution may cost: gas budget plus priority fee reserve.',
  'missed turn': 'A turn in which a leader did not submit a result in time; another leader may have.',
  'minimum stake': 'The least US a leader must have staked to be registered.',
  occurrence: 'One planned run of a task; it is dispatched as an execution, missed or withdrawn.',
  operator: 'The wallet a leader cap was issued to.',
  payment: 'The prepaid budget of one execution; the rest is returned when it is settled.',
  'payment ledger': 'Every charge, refill and fee recorded against an execution’s payment.',
  port: 'A named input or output of a vertex; it carries one value or a list.',
  'primary leader': 'The leader with the first window to submit a vertex’s result.',
  'priority fee': 'An extra share of the gas cost paid to leaders for faster work.',
  refill: 'SUI added to a payment after it was created.',
  refund: 'A payment that was returned instead of completed, for a recorded reason.',
  reserve: 'SUI prepaid for a task, from which each of its executions is funded.',
  settle: 'To pay the fees of a finished step and let its walk continue.',
  shares: 'Units of a leader’s stake pool; their price in US changes with rewards and slashing.',
  skill: 'A numbered service of an agent, bound to a DAG and a payment policy.',
  slash: 'To take stake or collateral as a penalty.',
  stake: 'US that wallets have pooled behind a leader.',
  staker: 'A wallet that has put US behind a leader.',
  'success rate': 'Executions that succeeded among those that have ended.',
  'submission failure': 'A leader’s failure to submit a result in time, recorded on chain with evidence.',
  'submission race': 'A vertex result that the first leader missed and another leader could take over.',
  task: 'A schedule that runs an agent’s skill once or repeatedly, paid from a reserve.',
  tool: 'A registered function, over HTTP or on chain, that a vertex calls.',
  unbonding: 'How long unstaked US stays locked before it can be claimed.',
  variant: 'One of a tool’s exclusive outcomes, such as ok or err; it decides which edges are followed.',
  vault: 'On-chain SUI of an agent, or the US collateral of a tool.',
  verification: 'The check of a leader’s signed tool result before it is accepted.',
  verified: 'The on-chain flag that the tool’s owner has been verified.',
  vertex: 'A node of a DAG that calls one tool.',
  walk: 'One thread of progress through a DAG; forks and for_each edges start more of them.',
} as const;

export type GlossaryTerm = keyof typeof glossary;

/** The definition for a label such as `Leader cap`, `Executions` or `Pool, US`; undefined when it is no term. */
export function definitionOf(label: string): string | undefined {
  const word = label.toLowerCase().replace(/,.*$/, '').trim();
  const key = [word, word.replace(/s$/, '')].find((form) => Object.hasOwn(glossary, form));
  return key === undefined ? undefined : glossary[key as GlossaryTerm];
}
