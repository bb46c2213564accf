import { expect, it } from 'vitest';
import { endpoints } from './endpoints';
import { eventFrame } from './events';
import { inContractTerms } from './read-answer';
import { parseJson } from '@/lib/json/exact';
import { checkedRecord, int64 } from './record';

const PROTO = '"__proto__":{"x":1}';
const DAG = `{"object_id":"0x${'d'.repeat(64)}",${PROTO},"creator":"0x${'c'.repeat(64)}","finalized_at":null,"created_at":"t","updated_at":"t","onchain_created_at":null,"later":{${PROTO},"a":[{${PROTO}}],"__proto__\\u0000":2}}`;

/** Keys may come in another order. */
const parsed = (text: string) => JSON.parse(text) as unknown;

it('keeps a column named __proto__, at any depth', () => {
  const body = parsed(`{"items":[${DAG},${DAG}],"metadata":{"next_token":null,"total_items":2,${PROTO}}}`);
  const { response } = endpoints['dags.list'];
  const { data } = checkedRecord(response, inContractTerms(response, body));
  const [first] = data?.items ?? [];
  for (const object of [first, data?.metadata, (first as { later?: object }).later])
    expect(Object.getOwnPropertyDescriptor(object, '__proto__')?.value).toEqual({ x: 1 });
  expect(JSON.stringify((first as { later?: object }).later)).toBe(
    JSON.stringify((parsed(DAG) as { later: object }).later),
  );
  expect('x' in {}).toBe(false);
});

it('keeps one of an event, and of the ports in it', () => {
  const event = `{"id":1,${PROTO},"kind":"K","tx_digest":"d","sender_address":"0x1","payload":{${PROTO}}}`;
  const { data } = checkedRecord(eventFrame, parsed(event));
  expect(Object.keys(data ?? {})).toContain('__proto__');
  expect(JSON.stringify(data?.payload)).toBe(`{${PROTO}}`);
});

it('refuses what the schema refuses', () => {
  expect(checkedRecord(eventFrame, parsed(`{${PROTO},"id":"x"}`)).success).toBe(false);
});

it.each([
  ['12.0', 12n],
  ['1.5E+18', 1_500_000_000_000_000_000n],
  ['9007199254740993.0', 9_007_199_254_740_993n],
  ['900719925474099300e-2', 9_007_199_254_740_993n],
  ['-1e3', -1_000n],
  ['-0.0', 0n],
  ['0.5', undefined],
  ['1e-1', undefined],
  ['1e400', undefined],
  ['1e9999999', undefined],
])('reads %s exactly as the integer %s', (text, integer) => {
  expect(int64.safeParse(parseJson(text)).data).toBe(integer);
});
