import { expect, it } from 'vitest';
import { isNotProvided, MISSING_SCOPE } from './api-error';

const failure = (endpoint: string, status: number, code: string | null = null) => ({
  endpoint,
  status,
  code,
});

it('takes a refusal beyond the specification as an endpoint the index lacks', () => {
  for (const status of [401, 403, 404, 405, 501])
    expect(isNotProvided(failure('executions.list', status)), String(status)).toBe(true);
});

it('takes a refusal of a specified endpoint as a refusal', () => {
  for (const status of [401, 403]) expect(isNotProvided(failure('events.list', status))).toBe(false);
});

it('does not blame the index when the key lacks the scope', () => {
  expect(isNotProvided(failure('executions.list', 403, MISSING_SCOPE))).toBe(false);
});

it('takes a 404 on an id as a matter of the id', () => {
  expect(isNotProvided(failure('executions.get', 404))).toBe(false);
  expect(isNotProvided(failure('dags.list', 404))).toBe(true);
});
