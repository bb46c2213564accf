// The forms of variants.ts: the same rows with other tokens, numbers, ids and keys. What is true does not change with them.
import type { Behaviour } from '@/e2e/foreign-index/variants';

const ID = /^0x[0-9a-f]{64}$/;
/** No multiple of a page, so that arithmetic with it leads astray. */
const FIRST_NUMBER = 1_002;

/** The token of the page that starts at this row. */
export function tokenAt({ tokens }: Behaviour, start: number): string | number {
  if (tokens === 'text') return Buffer.from(`after:${start}`).toString('base64');
  return tokens === 'numbers' ? FIRST_NUMBER + 3 * start : start;
}

/** Where the page of a token starts; undefined for a token that was never given. */
export function startOf({ tokens }: Behaviour, token: string | undefined): number | undefined {
  if (token === undefined) return 0;
  if (tokens === 'text') {
    const [, start] = /^after:(\d+)$/.exec(Buffer.from(token, 'base64').toString()) ?? [];
    return start === undefined ? undefined : Number(start);
  }
  const start = tokens === 'numbers' ? (Number(token) - FIRST_NUMBER) / 3 : Number(token);
  return Number.isInteger(start) && start >= 0 ? start : undefined;
}

function inForm(behaviour: Behaviour, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => inForm(behaviour, item));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, field]) => !(behaviour.leavesOutNulls === true && field === null))
        .map(([name, field]) => [name, inForm(behaviour, field)]),
    );
  if (behaviour.upperCaseIds === true && typeof value === 'string' && ID.test(value))
    return `0x${value.slice(2).toUpperCase()}`;
  if (behaviour.textNumbers === true && (typeof value === 'number' || typeof value === 'bigint'))
    return String(value);
  return value;
}

/** A body as this index sends it. Of an event the payload is the chain's own and stays as it is. */
export function formed(behaviour: Behaviour, body: unknown): unknown {
  const plain = [behaviour.leavesOutNulls, behaviour.upperCaseIds, behaviour.textNumbers];
  return plain.some((changed) => changed === true) ? inForm(behaviour, body) : body;
}
