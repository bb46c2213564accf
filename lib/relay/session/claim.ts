// Claims a key at the index (read API 4.3), whose request and response fields the specification doesn't name.
// Invariant: once the index may have issued a key, no failure here loses it or invites a second claim.
import { setTimeout as wait } from 'node:timers/promises';
import { ABSENT_STATUSES } from '@/lib/contract/absence';
import { ContractError, readErrorBody } from '@/lib/contract/errors';
import type { ClaimRequest } from '@/lib/contract/keys';
import { scopes } from '@/lib/contract/scopes';
import { stringifyJson } from '@/lib/json/exact';
import { ANSWER_BYTES } from '@/lib/relay/limits';
import {
  bodyOf,
  keptHeaders,
  refusal,
  type Upstream,
  type UpstreamAnswer,
} from '@/lib/relay/upstream/index-client';
import { checkKey, idOfKey, NOTHING_KNOWN, probeScopes, type KeyFacts } from './key-facts';
import { fieldsOf, invalidField, keyCandidates, statedFacts } from './find-key';

/** Issuing a key may involve a transaction. */
const CLAIM_TIMEOUT_MS = 60_000;
const ACTIVATION_MS = 1_000;

/** How the index names the fields of a claim. */
type ClaimFields = Readonly<Record<keyof ClaimRequest, string>>;

/** The connection failed before anything was sent. */
const NOT_SENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|ERR_TLS)/;

function uncertain(cause: unknown): ContractError {
  return new ContractError(
    'CLAIM_UNCERTAIN',
    'The index did not complete its response to the claim. A key may have been issued for this contact.',
    { cause },
  );
}

function wasNotSent(error: unknown): boolean {
  const cause = ((error as Error).cause as Error | undefined)?.cause as NodeJS.ErrnoException | undefined;
  return NOT_SENT.test(cause?.code ?? '');
}

function bodyOfClaim(claim: ClaimRequest, fields: ClaimFields): string {
  const wireFields = (Object.keys(fields) as (keyof ClaimRequest)[])
    .filter((name) => claim[name] !== undefined && claim[name] !== null)
    .map((name) => [fields[name], claim[name]]);
  return stringifyJson(Object.fromEntries(wireFields));
}

/** The index's refusal of a claim; `email: …` marks the form's field. */
function claimRefusal({ status, headers, bytes }: UpstreamAnswer, fields: ClaimFields): ContractError {
  const body = bodyOf(bytes);
  if (ABSENT_STATUSES.includes(status))
    return new ContractError('NOT_FOUND', 'This index has no self-service keys.', {
      headers: keptHeaders(headers),
    });
  if (status >= 500 && status !== 503) return uncertain(readErrorBody(body).message);
  const error = refusal({ status, headers, body }, `The index refused the claim with status ${status}.`);
  const found = invalidField(body, Object.values(fields));
  const name = Object.entries(fields).find(([, wire]) => wire === found?.name)?.[0];
  const code = error.code === 'UPSTREAM_INVALID' && status < 500 ? 'INVALID_REQUEST' : error.code;
  const message = name === undefined || found === undefined ? error.message : `${name}: ${found.message}`;
  return new ContractError(code, message, { headers: error.headers });
}

/** Sends a claim. Resolves with the text of a 2xx response; throws the index's refusal, or CLAIM_UNCERTAIN. */
export async function sendClaim(
  upstream: Upstream,
  claim: ClaimRequest,
  { path, fields, headers }: { path: string; fields: ClaimFields; headers: Record<string, string> },
): Promise<string> {
  const body = bodyOfClaim(claim, fields);
  const request = {
    method: 'POST',
    path,
    body,
    headers,
    timeoutMs: CLAIM_TIMEOUT_MS,
    maxBytes: ANSWER_BYTES.brief,
  } as const;
  const response = await upstream.take(request).catch((error: unknown) => {
    throw wasNotSent(error) ? error : uncertain(error);
  });
  if (response.status < 200 || response.status >= 300) throw claimRefusal(response, fields);
  return response.bytes.toString('utf8');
}

/** The candidate that the index accepts; else the likeliest that it has not rejected. */
async function acceptedKey(upstream: Upstream, candidates: readonly string[]): Promise<string | undefined> {
  const verdicts = await Promise.all(candidates.map((key) => checkKey(upstream, key)));
  const at = verdicts.indexOf('accepted');
  return candidates[at >= 0 ? at : verdicts.indexOf('unknown')];
}

/** The key in the response to a claim, with what is known of it; undefined when none is recognized. */
export async function readClaim(
  upstream: Upstream,
  text: string,
): Promise<{ key: string; facts: KeyFacts } | undefined> {
  const fields = fieldsOf(text);
  const candidates = keyCandidates(fields);
  let key = await acceptedKey(upstream, candidates);
  if (key === undefined && candidates.length > 0) {
    // A new key may take a moment to reach every replica of the index.
    await wait(ACTIVATION_MS);
    key = await acceptedKey(upstream, candidates);
  }
  if (key === undefined) return undefined;
  const { scopes: stated, ...rest } = statedFacts(fields);
  const probed =
    stated === null ? await probeScopes(upstream, key).catch(() => NOTHING_KNOWN) : NOTHING_KNOWN;
  return {
    key,
    facts: {
      ...rest,
      key_id: idOfKey(key),
      scopes: stated ?? probed.scopes,
      unconfirmed: stated === null ? probed.unconfirmed : [],
    },
  };
}

/** A claim with an invented contact, for a simulated network. `random`: letters and digits. */
export function demoClaim(random: string): ClaimRequest {
  return { email: `visitor-${random}@demo.invalid`, scopes: [...scopes] };
}
