// The endpoints about keys: claim, issue by payment token, revoke, usage (spec 4.1, 4.3, 4.4).
// Invariant: the full key is in the response that issues it and nowhere else; an invalid body does not count as a claim.
import { claimRequest, tokenRequest } from '@/lib/contract/keys';
import { parseQuery } from '@/lib/contract/request';
import type { Clock } from '@/lib/time/clock';
import { readBody } from '@/lib/index-service/http/body';
import type { KeyedRow, OpenRow } from '@/lib/index-service/http/handler-types';
import { jsonResponse } from '@/lib/index-service/http/json-response';
import type { Database } from '@/lib/index-service/store/database';
import type { UsageCounter } from '@/lib/index-service/usage/usage-counter';
import { usageReport } from '@/lib/index-service/usage/usage-report';
import type { ClaimLimit } from './claim-limit';
import type { KeyStore } from './key-store';
import { chosenWithin, type PaymentAuthority } from './payment-token';

interface KeyRowParts {
  db: Database;
  keys: KeyStore;
  usage: UsageCounter;
  clock: Clock;
  limit: ClaimLimit;
  authority: PaymentAuthority;
}

export function keyRows({ db, keys, usage, clock, limit, authority }: KeyRowParts) {
  const claim: OpenRow = async ({ request, address }) => {
    const input = await readBody(request, claimRequest);
    await limit.take(address);
    return jsonResponse(await keys.issue(input), 201);
  };
  /** Verifies the token before the body. A refused body does not spend the token. */
  const issue: OpenRow = async ({ request }) => {
    const token = await authority.verify(request.headers);
    const input = await readBody(request, tokenRequest);
    return jsonResponse(await keys.issuePaid(chosenWithin(token, input)), 201);
  };
  const revoke: KeyedRow = async ({ caller }) => {
    await keys.revoke(caller.key_id);
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
  };
  /** Flushes the counters first, so that the report is current but for the running request. */
  const report: KeyedRow = async ({ caller, name, search }) => {
    const query = parseQuery(name as 'keys.usage', search, { closed: true });
    await usage.flush();
    return jsonResponse(await usageReport(db, caller.key_id, query, clock.now()));
  };
  return {
    open: { 'keys.claim': claim, 'keys.issue': issue },
    keyed: { 'keys.revoke': revoke, 'keys.usage': report },
  };
}
