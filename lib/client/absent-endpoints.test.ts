import { expect, test } from 'vitest';
import { parseAbsences, type Absences } from './absent-endpoints';
import { ApiError } from './api-error';
import { rememberAbsences, type Read } from './read';

const ID = `0x${'1'.repeat(64)}`;

/** An index that answers every request with one status, counted; tabs share what is stored. */
function tabsOn(status: number) {
  const clock = { at: 0 };
  const requested: string[] = [];
  let absences: Absences = {};
  const stored = { get: () => absences, set: (value: Absences) => void (absences = value) };
  const by = (async (name: string) => {
    requested.push(name);
    await Promise.resolve();
    throw new ApiError({ endpoint: name, status, code: 'GONE', message: 'no such route' });
  }) as Read;
  const tab = () => rememberAbsences(by, stored, () => clock.at);
  return { clock, requested, tab, forget: () => stored.set({}) };
}

const failureOf = (read: Promise<unknown>) => read.catch((error: unknown) => error);

test.each([404, 405, 501])(
  'after a %d no tab sends a request for an hour, and all report the same error',
  async (status) => {
    const { clock, requested, tab } = tabsOn(status);
    const first = await failureOf(tab()('executions.list', {}));
    clock.at = 3_599_999;
    const later = await failureOf(tab()('executions.list', {}, { page_size: '5' }));
    expect(later).toMatchObject({
      status,
      code: 'GONE',
      message: 'no such route',
      endpoint: 'executions.list',
    });
    expect(String(later)).toBe(String(first));
    expect(requested).toHaveLength(1);
    clock.at = 3_600_000;
    await failureOf(tab()('executions.list', {}));
    expect(requested).toHaveLength(2);
  },
);

test('requests an endpoint again once forgotten', async () => {
  const { requested, tab, forget } = tabsOn(404);
  await failureOf(tab()('executions.list', {}));
  forget();
  await failureOf(tab()('executions.list', {}));
  expect(requested).toHaveLength(2);
});

test('a 404 on an id does not mark the endpoint as absent', async () => {
  const { requested, tab } = tabsOn(404);
  await failureOf(tab()('dags.get', { dag_object_id: ID }));
  await failureOf(tab()('dags.get', { dag_object_id: ID }));
  expect(requested).toHaveLength(2);
});

test.each([400, 401, 403, 429, 500, 503])('a %d is no absence', async (status) => {
  const { requested, tab } = tabsOn(status);
  await failureOf(tab()('executions.list', {}));
  await failureOf(tab()('executions.list', {}));
  expect(requested).toHaveLength(2);
});

test('stored text is not trusted', () => {
  const absence = { status: 404, code: null, message: 'gone', at: 1 };
  expect(
    parseAbsences({ good: absence, status: { ...absence, status: 200 }, text: 'x', none: null }),
  ).toEqual({
    good: absence,
  });
  expect(parseAbsences('x')).toEqual({});
});
