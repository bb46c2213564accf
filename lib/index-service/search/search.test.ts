// The search against every id and description of a simulated network.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ListingName } from '@/lib/contract/endpoints';
import { openMemoryIndex, type MemoryIndex } from '@/lib/index-service/testing/memory-index';
import { simulatedLines } from '@/lib/index-service/testing/simulated-lines';
import { searchesFor } from './search';

let index: MemoryIndex;
beforeAll(async () => {
  index = await openMemoryIndex();
  await index.log.append(simulatedLines('search', 1_500));
});
afterAll(() => index.close());

const search = (q: string) => index.answer('search', {}, { q });
async function rowsOf(name: ListingName): Promise<Record<string, unknown>[]> {
  const { items } = (await index.answer(name, {}, { page_size: '20' })) as {
    items: Record<string, unknown>[];
  };
  expect(items.length).toBeGreaterThan(0);
  return items;
}

test.each([
  ['leader', 'leaders.list', 'leader_cap_id'],
  ['agent', 'agents.list', 'agent_object_id'],
  ['dag', 'dags.list', 'object_id'],
  ['execution', 'executions.list', 'object_id'],
  ['task', 'tasks.list', 'object_id'],
  ['payment', 'payments.list', 'payment_object_id'],
  ['address', 'events.list', 'sender_address'],
] as const)('any %s is found by the beginning of its id, with and without 0x', async (type, name, field) => {
  for (const row of (await rowsOf(name)).slice(0, 5)) {
    const id = String(row[field]);
    for (const q of [id.slice(0, 12), id.slice(2, 12), id.slice(2, 12).toUpperCase(), id]) {
      const { results } = await search(q);
      expect([q, results.filter((result) => result.type === type)]).toEqual([
        q,
        [expect.objectContaining({ id, matched: 'id' })],
      ]);
      expect(results.every((result) => result.id.startsWith(`0x${id.slice(2, 12)}`))).toBe(true);
    }
  }
});

test('a transaction is found by the beginning of its digest, whose letters keep their case', async () => {
  for (const row of (await rowsOf('events.list')).slice(0, 5)) {
    const digest = String(row['tx_digest']);
    const { results } = await search(digest.slice(0, 9));
    expect(results).toContainEqual({ type: 'transaction', id: digest, title: null, matched: 'id' });
  }
});

test('skills are found by words of their description, tools by parts of their name; all words must occur', async () => {
  const skills = (await rowsOf('agents.list')).flatMap(
    (row) => row['skills'] as { agent_object_id: string; skill_id: bigint; description: string | null }[],
  );
  const { description, agent_object_id, skill_id } = skills.find((skill) => skill.description !== null)!;
  const [first = '', second = ''] = description!.split(/\s+/).filter((word) => word.length > 4);
  const found = await search(`${second.toUpperCase()} ${first}`);
  expect(found.results).toContainEqual({
    type: 'skill',
    id: `${agent_object_id}/${skill_id}`,
    title: description,
    matched: 'words',
  });
  expect((await search(`${first} zzzz`)).results).toEqual([]);
  // Every skill with the words, and the DAGs that are called so.
  const allDags = await rowsOf('dags.list');
  for (const text of [first, second, 'the', 'a', 'and']) {
    const { results } = await search(`${text} ${text}`);
    const matching = (words: string | null) => words?.toLowerCase().includes(text.toLowerCase()) === true;
    const expected = skills.filter((skill) => matching(skill.description));
    const foundSkills = results.filter((result) => result.type === 'skill').map(({ id }) => id);
    expect(foundSkills.toSorted()).toEqual(
      text.length < 2 ? [] : expected.map((skill) => `${skill.agent_object_id}/${skill.skill_id}`).toSorted(),
    );
    const dags = results.filter((result) => result.type === 'dag');
    const called = allDags.filter((row) => matching(row['skill_description'] as string | null));
    expect(dags).toHaveLength(text.length < 2 ? 0 : Math.min(5, called.length));
    expect(dags.every(({ id }) => called.some((row) => row['object_id'] === id))).toBe(true);
  }
  const describedTool = (await rowsOf('tools.list')).find((row) => typeof row['description'] === 'string')!;
  const words = String(describedTool['description']).split(/\s+/).slice(0, 4).join(' ');
  expect((await search(words)).results).toContainEqual({
    type: 'tool',
    id: describedTool['fqn'],
    title: describedTool['description'],
    matched: 'words',
  });
  const [tool] = await rowsOf('tools.list');
  const fqn = String(tool?.['fqn']);
  expect((await search(fqn.slice(3))).results).toContainEqual(
    expect.objectContaining({ type: 'tool', id: fqn }),
  );
});

test('a reason of a failure is found by its words, once however many executions have it', async () => {
  const failed = await index.answer('executions.list', {}, { status: 'failed,aborted', page_size: '100' });
  const reasons = new Set(failed.items.flatMap(({ failure_reason }) => failure_reason ?? []));
  expect(reasons.size).toBeGreaterThan(0);
  for (const reason of reasons) {
    const { results } = await search(reason.split(/\s+/).slice(-2).join(' ').toUpperCase());
    expect(results.filter(({ type, id }) => type === 'reason' && id === reason)).toHaveLength(1);
  }
});

test('signs of a pattern are taken as they are, and too little text asks nothing', async () => {
  expect((await search('%')).results).toEqual([]);
  expect((await search('__')).results).toEqual([]);
  expect((await search('\\%')).results).toEqual([]);
  expect(searchesFor('0xab').map(({ type }) => type)).toEqual(['tool', 'skill', 'dag', 'reason']);
  expect(searchesFor(' ')).toEqual([]);
});

test('at most five of a type, and which have more', async () => {
  const { results, more } = await search('com');
  expect(results.filter(({ type }) => type === 'tool')).toHaveLength(5);
  expect(more).toContain('tool');
});

test('a range of ids ends after its last digit', () => {
  expect(searchesFor('0x12f9')[0]?.params).toEqual(['0x12f9', '0x12fa']);
  expect(searchesFor('0x12ff')[0]?.params).toEqual(['0x12ff', '0x12fg']);
});

test('agents, DAGs, executions, tasks and payments are called what their skills do', async () => {
  type Skill = { description: string | null; dag_object_id: string | null };
  const agents = (await rowsOf('agents.list')) as { agent_object_id: string; skills: Skill[] }[];
  const skills = agents.flatMap((row) => row.skills);
  const nameOf = new Map<string, unknown>();
  for (const row of agents) {
    const words = row.skills.flatMap(({ description }) => description ?? []);
    if (words.length > 0) nameOf.set(row.agent_object_id, words.join(' · '));
  }
  // DAGs inherit the description of the skills bound to them.
  for (const row of await rowsOf('dags.list')) {
    const bound = skills.filter(({ dag_object_id }) => dag_object_id === row['object_id']);
    const words = bound.flatMap(({ description }) => description ?? []).toSorted();
    if (words.length > 0) expect(row['skill_description']).toBe(words[0]);
    if (row['skill_description'] !== null) nameOf.set(String(row['object_id']), row['skill_description']);
  }
  for (const [list, field] of [
    ['executions.list', 'object_id'],
    ['tasks.list', 'object_id'],
    ['payments.list', 'payment_object_id'],
  ] as const)
    for (const row of await rowsOf(list))
      if (row['skill_description'] !== null) nameOf.set(String(row[field]), row['skill_description']);
  const ids = [...nameOf.keys(), `0x${'9'.repeat(64)}`].slice(-100);
  const { names } = await index.answer('names', {}, { ids: ids.join(',') });
  expect(new Map(names.map(({ id, name }) => [id, name]))).toEqual(
    new Map([...nameOf].filter(([id]) => ids.includes(id))),
  );
  expect(new Set(names.map(({ type }) => type))).toEqual(
    new Set(['agent', 'dag', 'execution', 'task', 'payment']),
  );
  expect(await index.answer('names', {}, {})).toEqual({ names: [] });
  await expect(index.answer('names', {}, { ids: 'com.acme' })).rejects.toThrow('1 to 100 ids');
});
