// Names in the answers of an index, whichever it is.
import { expect, test } from 'vitest';
import { namesIn, runNameOf, sharedNames, withNames } from './names';

const id = (digit: string) => `0x${digit.repeat(64)}`;
const listing = (...items: object[]) => ({
  items,
  metadata: { next_token: null, total_items: items.length },
});

test('a run, its task and its payment are called what their skill does', () => {
  const row = {
    object_id: id('1'),
    payment_object_id: id('2'),
    task_object_id: null,
    dag_object_id: id('3'),
  };
  const { named, unnamed } = namesIn('executions.list', listing({ ...row, skill_description: 'Clears' }));
  expect(named).toEqual([
    { family: 'payment', id: id('2'), name: 'Clears' },
    { family: 'execution', id: id('1'), name: 'Clears' },
  ]);
  // Another skill may run the DAG too.
  expect(unnamed).toEqual([id('3')]);
});

test('the runs of rows that name no skill are requested', () => {
  const fee = listing({ execution_object_id: id('1'), leader_cap_id: id('2') });
  expect(namesIn('priority-fees.events', fee)).toEqual({ named: [], unnamed: [id('1')] });
  // Its own rows carry the name, or there is none.
  expect(namesIn('payments.list', fee).unnamed).toEqual([]);
});

test('an agent is called what its skills do, in a list and by itself', () => {
  const skills = [{ description: 'Reviews' }, { description: null }, { description: 'Translates' }];
  const agent = { family: 'agent', id: id('a'), name: 'Reviews · Translates' };
  expect(namesIn('agents.list', listing({ agent_object_id: id('a'), skills })).named).toEqual([agent]);
  const rows = skills.map((skill) => ({ ...skill, agent_object_id: id('a') }));
  expect(namesIn('agents.skills', listing(...rows)).named).toEqual([agent]);
});

test('nothing is requested for an object whose own row has no name', () => {
  const none = { named: [], unnamed: [] };
  const dag = { object_id: id('d'), skill_description: null };
  expect(namesIn('dags.get', dag)).toEqual(none);
  const skills = [{ description: null, dag_object_id: null }];
  expect(namesIn('agents.list', listing({ agent_object_id: id('a'), skills }))).toEqual(none);
  expect(namesIn('agents.list', listing({ agent_object_id: id('a'), skills: null })).unnamed).toEqual([
    id('a'),
  ]);
});

test('agents and DAGs in events and statistics have to be requested, unless they have a title', () => {
  const event = { kind: 'RequestWalkExecutionEvent', payload: { dag: id('d'), agent_id: id('a') } };
  expect(namesIn('events.list', listing(event))).toEqual({ named: [], unnamed: [id('a'), id('d')] });
  const groups = [
    { group: id('a'), title: 'Reviews' },
    { group: id('b'), title: null },
  ];
  expect(namesIn('stats.executions', { group_by: 'agent,status', groups })).toEqual({
    named: [{ family: 'agent', id: id('a'), name: 'Reviews' }],
    unnamed: [id('b')],
  });
  expect(namesIn('stats.executions', { group_by: 'status', groups })).toEqual({ named: [], unnamed: [] });
});

test('ignores names that are empty or not text, and names of invalid ids', () => {
  for (const skill_description of [null, '', '  ', 7, {}])
    expect(namesIn('dags.list', listing({ object_id: id('d'), skill_description })).named).toEqual([]);
  expect(namesIn('dags.list', listing({ object_id: 'latest', skill_description: 'Plans' })).named).toEqual(
    [],
  );
  expect(namesIn('dags.list', { items: 'none' })).toEqual({ named: [], unnamed: [] });
});

test('finds ids that share a name within their family; the map stays the same when nothing is new', () => {
  const dag = (digit: string, name: string) => ({ family: 'dag' as const, id: id(digit), name });
  const names = withNames(new Map(), [dag('1', 'Plans'), dag('2', 'Plans'), dag('3', 'Moves')]);
  const withAgent = withNames(names, [{ family: 'agent', id: id('4'), name: 'Moves' }]);
  expect([...sharedNames(withAgent)]).toEqual([id('1'), id('2')]);
  expect(withNames(names, [dag('3', 'Moves')])).toBe(names);
});

test('the run of an event is called by its own name, else by that of its DAG', () => {
  const names = new Map([
    [id('1'), 'Clears'],
    [id('d'), 'Reviews'],
  ]);
  const nameOf = (payload: unknown) => runNameOf(payload, (of) => names.get(of) ?? null);
  expect(nameOf({ execution: id('1'), dag: id('d') })).toBe('Clears');
  expect(nameOf({ execution_id: id('1') })).toBe('Clears');
  expect(nameOf({ execution: id('2'), dag: id('d') })).toBe('Reviews');
  for (const other of [{ execution: id('2'), dag: id('3') }, { execution: id('2') }, { dag: id('d') }, null])
    expect(nameOf(other)).toBeNull();
});
