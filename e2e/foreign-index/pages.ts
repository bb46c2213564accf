// Every page of the console, with what it may say about the foreign index.
import {
  addressList,
  asWords,
  type Filters,
  list,
  saysSoOnce,
  section,
  tab,
  totalIn,
} from '@/e2e/foreign-index/claims';
import { type Claim, shownIn, type PageCase } from '@/e2e/foreign-index/judge';
import type { Truth } from '@/e2e/foreign-index/truth';

/** A state that the first sentence of the overview names. */
const inSentence = (noun: string, status: string): Claim => ({
  what: `${noun}s ${status}`,
  shown: ({ text }) => {
    if (new RegExp(`no ${noun}s ${status}`, 'i').test(text)) return { exact: 0 };
    const [, count, unknown] =
      new RegExp(`(\\d[\\d,]*) ${noun}s? ${status}|${noun}s ${status}: (unknown)`, 'i').exec(text) ?? [];
    return unknown === undefined ? shownIn(count) : 'unknown';
  },
  truth: (truth) => truth.count(`/${noun}s`, { status }),
});

const overview: PageCase = {
  name: 'overview',
  path: () => '/overview',
  claims: [
    inSentence('leader', 'suspended'),
    inSentence('leader', 'slashed'),
    {
      what: 'Executions running',
      shown: ({ panels }) => {
        const text = panels['Running now'] ?? '';
        if (text.includes('No execution is running')) return { exact: 0 };
        if (/Unknown:|doesn't provide/.test(text)) return 'unknown';
        return shownIn(/now(\d[\d,]*)/.exec(text)?.[1]);
      },
      truth: (truth) => truth.executions({ status: 'running' }),
    },
    {
      what: 'Tasks due',
      shown: ({ panels }) => {
        const text = panels['Due next'] ?? '';
        if (text.includes('No tasks due')) return { exact: 0 };
        if (text.includes('Unknown:')) return 'unknown';
        return shownIn(/\d[\d,]* occurrence/.exec(text)?.[0]);
      },
      truth: (truth) => truth.scheduledOccurrences(),
    },
  ],
};

/** Rows of the payments that stand in for executions are judged by their own list; here only what is claimed. */
const executions = (filters: Filters): PageCase => {
  const query = new URLSearchParams(filters).toString();
  return {
    name: query === '' ? 'executions' : `executions?${query}`,
    path: () => `/executions?${query}`,
    claims: [
      {
        what: 'total',
        shown: (view) => (/Payment state|paid executions/.test(view.text) ? 'unknown' : totalIn(view)),
        truth: (truth) => truth.executions(filters),
      },
      {
        what: 'payment states shown as execution states',
        shown: ({ tables }) => ({ exact: tables[0]?.headers.includes('Status') === true ? 1 : 0 }),
        truth: async () => 0,
      },
      {
        what: 'filters neither applied nor named',
        shown: ({ text, tables }) => {
          const hasRows = (tables[0]?.rows.length ?? 0) > 0;
          return { exact: query !== '' && hasRows && !text.includes('not applied') ? 1 : 0 };
        },
        truth: async () => 0,
      },
    ],
  };
};

const events = (filters: Filters): PageCase => {
  const query = new URLSearchParams(filters).toString();
  return {
    name: query === '' ? 'events' : `events?${query}`,
    path: () => `/events?${query}`,
    claims: [
      {
        what: 'total',
        shown: ({ note }) => shownIn(/about [\d,]+/.exec(note)?.[0]),
        truth: (truth) => truth.count('/events', filters),
      },
      {
        what: 'events of other kinds',
        shown: ({ tables }) => {
          const kinds = filters['kinds'];
          const rows = tables[0]?.rows.filter(({ id }) => id !== '') ?? [];
          return {
            exact:
              kinds === undefined ? 0 : rows.filter(({ cells }) => !cells.join(' ').includes(kinds)).length,
          };
        },
        truth: async () => 0,
      },
      {
        what: 'rows',
        shown: ({ tables, empty }) => {
          const rows = tables[0]?.rows.filter(({ id }) => id !== '').length ?? 0;
          const isNone = empty.some(({ kind }) => kind === 'nothing-yet' || kind === 'filtered-out');
          return rows > 0 || isNone ? { exact: rows } : 'absent';
        },
        truth: (truth) => truth.count('/events', filters),
        isZero: true,
      },
    ],
  };
};

const bare = (name: string, path: PageCase['path']): PageCase => ({ name, path, claims: [] });

/** States of executions, in the words of our index and of a later release. */
const RUN_STATES = ['running', 'pending_settlement', 'succeeded', 'failed', 'aborted', 'executing', 'halted'];

async function statusOfRun({ ids, rows }: Truth): Promise<string> {
  const runs = await rows(`/agents/${ids.agent}/executions`);
  return String(runs.find((row) => row['object_id'] === ids.execution)?.['status']);
}

const executionCheck: PageCase['also'] = async ({ facts, text }, truth) => {
  const label = Object.keys(facts).find((fact) => fact.startsWith('Payment'));
  const [payment = truth.ids.payment] = /0x[0-9a-f]{64}/.exec(facts[label ?? ''] ?? '') ?? [];
  const isOver = !['running', 'executing', 'pending_settlement'].includes(await statusOfRun(truth));
  return [
    ...(payment === truth.ids.payment ? [] : ['the payment of another execution']),
    ...(isOver && /\bexecution\s+running\b/.test(text) ? ['"execution running" after its end'] : []),
    ...(isOver && /\bFollow live\b/.test(text) ? ['"Follow live" after its end'] : []),
    // The recorded runs are whole.
    ...(/\bstarts? without (a request|requests)\b/.test(text) ? ['a walk without a request'] : []),
  ];
};

const ALL_PAGES: readonly PageCase[] = [
  overview,
  list('leaders', { path: '/leaders', id: 'leader_cap_id', state: 'status' }),
  list('leaders', {
    path: '/leaders',
    id: 'leader_cap_id',
    filters: { status: 'active' },
    labels: ['Status'],
  }),
  list('agents', { path: '/agents', id: 'agent_object_id' }),
  {
    name: 'agents?creator',
    path: ({ creator }) => `/agents?creator=${creator}`,
    claims: [{ what: 'total', shown: totalIn, truth: (truth) => truth.agentsBy(truth.ids.creator) }],
  },
  list('tools', { path: '/tools', id: 'fqn', state: 'kind' }),
  list('tools', { path: '/tools', id: 'fqn', filters: { kind: 'chain' }, labels: ['Kind'] }),
  list('dags', { path: '/dags', id: 'object_id' }),
  list('dags', { path: '/dags', id: 'object_id', filters: { finalized: 'false' }, labels: ['State'] }),
  executions({}),
  executions({ status: 'failed' }),
  list('tasks', { path: '/tasks', id: 'object_id', state: 'status' }),
  list('tasks', { path: '/tasks', id: 'object_id', filters: { status: 'cancelled' }, labels: ['Status'] }),
  list('payments', { path: '/payments', id: 'payment_object_id', state: 'final_state' }),
  list('payments', {
    path: '/payments',
    id: 'payment_object_id',
    filters: { final_state: 'refunded' },
    labels: ['State'],
  }),
  {
    name: 'fees',
    path: () => '/fees',
    claims: [{ what: 'total', shown: totalIn, truth: (truth) => truth.count('/priority-fee-vault/events') }],
  },
  events({}),
  events({ kinds: 'AgentSkillPaymentCreated' }),
  bare('key', () => '/key'),
  bare('analyze', () => '/analyze'),
  {
    name: 'leader',
    path: ({ leader }) => `/leaders/${leader}`,
    claims: [
      {
        what: 'stake events',
        shown: totalIn,
        truth: (truth) => truth.count(`/leaders/${truth.ids.leader}/stake-events`),
      },
    ],
  },
  {
    name: 'agent',
    path: ({ agent }) => `/agents/${agent}`,
    claims: [
      {
        what: 'skills',
        shown: ({ panels }) => shownIn(/^Skills(\d+)/.exec(panels['Skills'] ?? '')?.[1]),
        truth: (truth) => truth.count(`/agents/${truth.ids.agent}/skills`),
      },
      tab('Executions', ({ agent }) => `/agents/${agent}/executions`),
      tab('Tasks', ({ agent }) => `/agents/${agent}/tasks`),
    ],
    rows: {
      table: 'executions',
      filters: [],
      truth: (truth) => truth.idsOf(`/agents/${truth.ids.agent}/executions`, 'object_id'),
    },
  },
  {
    name: 'tool',
    path: ({ tool }) => `/tools/${encodeURIComponent(tool)}`,
    claims: [
      {
        what: 'input ports',
        shown: ({ panels }) => shownIn(/\d+ port/.exec(panels['Inputs'] ?? '')?.[0]),
        truth: async ({ ids, record }) =>
          ((await record(`/tools/${encodeURIComponent(ids.tool)}`))?.['input_schema'] as unknown[]).length,
      },
    ],
  },
  {
    name: 'dag',
    path: ({ dag }) => `/dags/${dag}`,
    claims: [
      {
        what: 'size',
        shown: ({ note }) => shownIn(/\d+ vert/.exec(note)?.[0]),
        truth: async ({ ids, record }) =>
          ((await record(`/dags/${ids.dag}/structure`))?.['vertices'] as unknown[]).length,
      },
    ],
  },
  bare('dag comparison', ({ dag, otherDag }) => `/dags/compare?left=${dag}&right=${otherDag}`),
  {
    name: 'execution',
    path: ({ execution }) => `/executions/${execution}`,
    claims: [
      tab('Events', ({ execution }) => `/executions/${execution}/events`),
      tab('Submission failures', ({ execution }) => `/executions/${execution}/submission-failures`),
      tab('Payment ledger', ({ execution }) => `/executions/${execution}/payment-ledger`),
      {
        what: 'status',
        shown: ({ note }) => {
          const found = RUN_STATES.findIndex((state) => note.includes(asWords(state)));
          return found === -1 ? 'absent' : { exact: found };
        },
        truth: async (truth) => RUN_STATES.indexOf(await statusOfRun(truth)),
      },
    ],
    also: executionCheck,
  },
  {
    name: 'task',
    path: ({ task }) => `/tasks/${task}`,
    claims: [tab('Executions', ({ task }) => `/tasks/${task}/executions`)],
    rows: { filters: [], truth: (truth) => truth.idsOf(`/tasks/${truth.ids.task}/executions`, 'object_id') },
  },
  {
    name: 'payment',
    path: ({ payment }) => `/payments/${payment}`,
    claims: [
      {
        what: 'ledger',
        shown: ({ text }) => shownIn(/(\d[\d,]*) ledger entr/.exec(text)?.[1]),
        truth: (truth) => truth.count(`/executions/${truth.ids.execution}/payment-ledger`),
      },
    ],
  },
  {
    name: 'address',
    path: ({ address }) => `/address/${address}`,
    claims: [
      addressList('payments.list', '/payments', 'funder'),
      addressList('tasks.list', '/tasks', 'controller'),
      addressList('tools.list', '/tools', 'creator'),
      addressList('dags.list', '/dags', 'creator'),
      addressList('leaders.list', '/leaders', 'leader_address'),
      addressList('events.list', '/events', 'sender'),
      section('agents.list', 'agents of the address', (truth) => truth.agentsBy(truth.ids.address)),
      section('executions.list', 'executions of the address', (truth) =>
        truth.executions({ invoker: truth.ids.address }),
      ),
    ],
  },
  // The specification gives this list no filters, so an index may ignore them.
  {
    name: 'fees?kind=swap',
    path: () => '/fees?kind=swap',
    claims: [
      {
        what: 'total',
        shown: totalIn,
        truth: async ({ rows }) =>
          (await rows('/priority-fee-vault/events')).filter(({ kind }) => kind === 'swap').length,
      },
    ],
  },
];

export const PAGES = ALL_PAGES.map(saysSoOnce);
