// An answer of the index as a page uses it. Invariant: data or an error, never a blank; the same bytes are parsed once.
import { endpoint, type Answer, type EndpointName } from '@/lib/contract/endpoints';
import { ContractError, firstIssue } from '@/lib/contract/errors';
import { inContractTerms } from '@/lib/contract/read-answer';
import { checkedRecord } from '@/lib/contract/record';
import { ExactNumber } from '@/lib/json/exact-number';
import { PAGE_VALUES } from '@/lib/relay/limits';
import { bodyOf, isSmall, refusal, type UpstreamAnswer } from './index-client';

/** Data or the error, by the bytes, which reads.ts keeps. */
const parsedAnswers = new WeakMap<Buffer, unknown>();

/** How many values a page may still hold after those in `value` (limits.ts, PAGE_VALUES); negative when there are more. */
function roomAfter(value: unknown, most: number): number {
  if (value instanceof ExactNumber) return most - 100;
  if (typeof value !== 'object' || value === null) return most - 1;
  let room = most - 2;
  for (const each of Object.values(value)) {
    if (room < 0) return room;
    room = roomAfter(each, room);
  }
  return room;
}

/** Must not be modified. Throws the index's refusal, and UPSTREAM_INVALID naming endpoint and field for what is not data, or too much of it. */
export function parsedAnswer<Name extends EndpointName>(
  name: Name,
  { status, headers, bytes }: UpstreamAnswer,
): Answer<Name> {
  const cached = parsedAnswers.get(bytes);
  if (cached instanceof ContractError) throw cached;
  if (cached !== undefined) return cached as Answer<Name>;
  const refuse = (reason: string): never => {
    const error = new ContractError('UPSTREAM_INVALID', `${name}: ${reason}`);
    parsedAnswers.set(bytes, error);
    throw error;
  };
  if (!isSmall({ bytes })) refuse('the response is too large for a page');
  const body = bodyOf(bytes);
  if (status !== 200) throw refusal({ status, headers, body }, `the index answered ${status}`);
  if (roomAfter(body, PAGE_VALUES) < 0) refuse('the response has too many values for a page');
  const { response } = endpoint(name);
  const parsed = checkedRecord(response, inContractTerms(response, body));
  if (!parsed.success) return refuse(firstIssue(parsed.error));
  parsedAnswers.set(bytes, parsed.data);
  return parsed.data as Answer<Name>;
}
