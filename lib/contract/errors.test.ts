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
  'the body %j of an error says nothing and breaks nothing',
  (body) => {
    expect(readErrorBody(body)).toEqual({ error_code: null, message: null, request_id: null });
  },
);
