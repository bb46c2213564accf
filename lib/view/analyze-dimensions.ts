// What the figures of the Analyze page can be grouped by, and the filter that lists the rows of a group.
import { families, shortKindName, type Family } from '@/lib/contract/event-kinds/catalogue';
import type { Query } from './paths';

/** How the value of a dimension is shown. */
export type DimensionLook =
  | 'agent'
  | 'skill'
  | 'dag'
  | 'task'
  | 'address'
  | 'leader'
  | 'tool'
  | 'vertex'
  | 'state'
  | 'family'
  | 'kind'
  | 'text';

export interface Dimension {
  label: string;
  plural: string;
  look: DimensionLook;
  /** Why groups do not add up: a row can have several values. */
  overlaps?: string;
  /** The list's filter for a value; null where it has none. */
  filter: (value: string | null) => Query | null;
}

const by = (field: string) => (value: string | null) => (value === null ? null : { [field]: value });

function ofSkill(value: string | null): Query | null {
  const [agent_object_id, skill_id] = value?.split('/') ?? [];
  return agent_object_id === undefined || skill_id === undefined ? null : { agent_object_id, skill_id };
}

/** `dag/vertex`; the name of a vertex may contain a slash. */
export function vertexOf(value: string): { dag: string; vertex: string } {
  const cut = value.indexOf('/');
  return { dag: value.slice(0, cut), vertex: value.slice(cut + 1) };
}

function ofVertex(value: string | null): Query | null {
  if (value === null) return null;
  const { dag, vertex } = vertexOf(value);
  return { dag_object_id: dag, failed_vertex: vertex };
}

const AGENT: Dimension = { label: 'Agent', plural: 'agents', look: 'agent', filter: by('agent_object_id') };
const SKILL: Dimension = { label: 'Skill', plural: 'skills', look: 'skill', filter: ofSkill };
const DAG: Dimension = { label: 'DAG', plural: 'DAGs', look: 'dag', filter: by('dag_object_id') };
export const TOOL: Dimension = { label: 'Tool', plural: 'tools', look: 'tool', filter: by('tool_fqn') };

export const LEADER: Dimension = {
  label: 'Leader',
  plural: 'leaders',
  look: 'leader',
  filter: by('leader_cap_id'),
};
export const STAKER: Dimension = {
  label: 'Staker',
  plural: 'stakers',
  look: 'address',
  filter: by('staker'),
};
/** Of the vertex that a turn was about. */
export const TOOL_OF_TURN: Dimension = { ...TOOL, filter: by('missed_tool_fqn') };
export const TASK: Dimension = {
  label: 'Task',
  plural: 'tasks',
  look: 'task',
  filter: by('task_object_id'),
};
/** Of a missed turn. */
export const MISSED_REASON: Dimension = {
  label: 'Reason',
  plural: 'reasons',
  look: 'text',
  filter: by('missed_reason'),
};

/** What executions are grouped by. */
export const OF_EXECUTIONS = {
  skill: SKILL,
  agent: AGENT,
  dag: DAG,
  tool: { ...TOOL, overlaps: 'An execution counts under each tool of its DAG.' },
  leader: { ...LEADER, overlaps: 'An execution counts under each leader that committed one of its results.' },
  funder: { label: 'Funder', plural: 'funders', look: 'address', filter: by('funder') },
  invoker: { label: 'Invoker', plural: 'invokers', look: 'address', filter: by('invoker') },
  task: TASK,
  revision: { label: 'Skill revision', plural: 'revisions', look: 'text', filter: by('interface_revision') },
  status: { label: 'Status', plural: 'states', look: 'state', filter: by('status') },
  failed_tool: { label: 'Failed tool', plural: 'failed tools', look: 'tool', filter: by('failed_tool_fqn') },
  failed_vertex: { label: 'Failed vertex', plural: 'failed vertices', look: 'vertex', filter: ofVertex },
  failure_class: {
    label: 'Failure class',
    plural: 'failure classes',
    look: 'state',
    filter: by('failure_class'),
  },
  failure_reason: { label: 'Reason', plural: 'reasons', look: 'text', filter: by('failure_reason') },
  weekday: { label: 'Weekday', plural: 'weekdays', look: 'text', filter: () => null },
  hour_of_day: { label: 'Hour of day', plural: 'hours', look: 'text', filter: () => null },
} satisfies Record<string, Dimension>;
/** They say how an execution failed: its share of all executions, not of those that failed so. */
export const CAUSES: readonly string[] = ['failed_tool', 'failed_vertex', 'failure_class', 'failure_reason'];

export const isCause = (dimension: string) => CAUSES.includes(dimension);

const OF_FAILED_VISITS = {
  tool: TOOL,
  vertex: {
    label: 'Vertex',
    plural: 'vertices',
    look: 'vertex',
    filter: (value) => {
      if (value === null) return null;
      const { dag, vertex } = vertexOf(value);
      return { dag_object_id: dag, vertex_name: vertex };
    },
  },
  dag: DAG,
  agent: AGENT,
  skill: SKILL,
} satisfies Record<string, Dimension>;

export const OF_VERTICES = { ...OF_FAILED_VISITS, leader: LEADER } satisfies Record<string, Dimension>;

/** Of failed visits of vertices, also those that were recovered. */
export const OF_FAILURES = {
  ...OF_FAILED_VISITS,
  failure_class: OF_EXECUTIONS.failure_class,
  failure_reason: OF_EXECUTIONS.failure_reason,
} satisfies Record<string, Dimension>;

export const OF_PAYMENTS = {
  funder: {
    label: 'Funder',
    plural: 'funders',
    look: 'address',
    // Only agents pay without a wallet.
    filter: (value) => (value === null ? { source_kind: 'agent_funded' } : { funder: value }),
  },
  source: { label: 'Funded by', plural: 'sources', look: 'state', filter: by('source_kind') },
  agent: AGENT,
  skill: SKILL,
  dag: DAG,
  task: TASK,
  state: { label: 'State', plural: 'states', look: 'state', filter: by('final_state') },
  refund_reason: {
    label: 'Refund reason',
    plural: 'refund reasons',
    look: 'text',
    filter: by('refund_reason'),
  },
} satisfies Record<string, Dimension>;

export const OF_EVENTS = {
  family: {
    label: 'Family',
    plural: 'families',
    look: 'family',
    filter: (value) =>
      value === null || !Object.hasOwn(families, value) ? null : { kinds: kindsOf(value as Family) },
  },
  kind: {
    label: 'Kind',
    plural: 'kinds',
    look: 'kind',
    filter: (value) => (value === null ? null : { kinds: shortKindName(value) }),
  },
  sender: { label: 'Sender', plural: 'senders', look: 'address', filter: by('sender') },
} satisfies Record<string, Dimension>;

export const kindsOf = (family: Family) => Object.keys(families[family]).map(shortKindName).join(',');

export const TIMES = { minute: 'Minute', hour: 'Hour', day: 'Day', week: 'Week' } as const;
export type TimeDimension = keyof typeof TIMES;
export const isTime = (dimension: string): dimension is TimeDimension => Object.hasOwn(TIMES, dimension);
