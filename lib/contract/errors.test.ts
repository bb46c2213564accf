import { expect, it, vi } from 'vitest';
import { ContractError, readErrorBody } from './errors';

it('an error of another copy of the module is recognised: one process may hold several', async () => {
  vi.resetModules();
  const other = await import('./errors');
  expect(other.ContractError).not.toBe(ContractError);
  expect(new other.ContractError('NOT_FOUND', 'x')).toBeInstanceOf(ContractError);
  expect(new Error('x')).not.toBeInstanceOf(ContractError);
});

it.each([undefined, null, '<html>', 7, [], { error_code: 7 }])(
  'an error body %j yields no code, and no exception',
  (body) => {
    expect(readErrorBody(body)).toEqual({ error_code: null, message: null, request_id: null });
  },
);

it.each([
  [{ error_code: 'E', message: 'm', request_id: 'r' }, 'E', 'm', 'r'],
  [{ code: 'rate_limited', detail: 'slow down' }, 'rate_limited', 'slow down', null],
  [
    { type: 'about:blank', title: 'Not found', status: 404, detail: 'No such agent' },
    null,
    'No such agent',
    null,
  ],
  [{ title: 'Not found', status: 404 }, null, 'Not found', null],
  [{ error: { code: 'E7', message: 'nested', request_id: 'r7' } }, 'E7', 'nested', 'r7'],
  [{ error: { detail: 'nested' } }, null, 'nested', null],
  [{ error: 'no such thing' }, null, 'no such thing', null],
  [
    { error: 'invalid_request', error_description: 'scopes missing' },
    'invalid_request',
    'scopes missing',
    null,
  ],
  [{ error: 'not_found', message: 'no DAG' }, 'not_found', 'no DAG', null],
  [{ detail: [{ loc: ['query', 'page_size'], msg: 'must be <= 50' }] }, null, 'must be <= 50', null],
  [
    { errors: [{ status: '422', detail: 'page too large' }, { detail: 'second' }] },
    null,
    'page too large',
    null,
  ],
  [{ errors: ['too large'], title: 'Invalid' }, null, 'too large', null],
  [
    { message: ['page_size is too large'], error: 'Bad Request' },
    'Bad Request',
    'page_size is too large',
    null,
  ],
  [{ error: [{ code: 'E1', message: 'listed' }] }, null, 'listed', null],
  [{ error: { code: 'E7', message: [{ msg: 'nested' }] } }, 'E7', 'nested', null],
  [{ detail: { message: 'in an object' } }, null, 'in an object', null],
  [{ errors: [['deep']] }, null, null, null],
  [{ errors: [], detail: [7], message: [null] }, null, null, null],
  [{ errors: [{ detail: 'x'.repeat(9_000) }] }, null, 'x'.repeat(500), null],
  [{ message: 'x'.repeat(9_000) }, null, 'x'.repeat(500), null],
])('reads code and message of %j', (body, error_code, message, request_id) => {
  expect(readErrorBody(body)).toEqual({ error_code, message, request_id });
});
