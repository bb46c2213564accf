// An answer of the index as a page uses it. Invariant: data or an error, never a blank; the same bytes are parsed once.
import { endpoint, type Answer, type EndpointName } from '@/lib/contract/endpoints';
import { ContractError, firstIssue } from '@/lib/contract/errors';
import { inContractTerms } from '@/lib/contract/read-answer';
import { ANSWER_BYTES } from '@/lib/relay/limits';
import { bodyOf, refusal, type UpstreamAnswer } from './index-client';

/** By the bytes, which reads.ts keeps. */
const parsedAnswers = new WeakMap<Buffer, unknown>();

/** Must not be modified. Throws the index's refusal, and UPSTREAM_INVALID naming endpoint and field for what is not data, or too much of it. */
export function parsedAnswer<Name extends EndpointName>(
  name: Name,
  { status, headers, bytes }: UpstreamAnswer,
): Answer<Name> {
  const cached = parsedAnswers.get(bytes);
  if (cached !== undefined) return cached as Answer<Name>;
  if (bytes.length > ANSWER_BYTES.parsed)
    throw new ContractError('UPSTREAM_INVALID', `${name}: the response is too large for a page`);
  const body = bodyOf(bytes);
  if (status !== 200) throw refusal({ status, headers, body }, `the index answered ${status}`);
  const parsed = endpoint(name).response.safeParse(inContractTerms(endpoint(name).response, body));
  if (!parsed.success) throw new ContractError('UPSTREAM_INVALID', `${name}: ${firstIssue(parsed.error)}`);
  parsedAnswers.set(bytes, parsed.data);
  return parsed.data as Answer<Name>;
}
