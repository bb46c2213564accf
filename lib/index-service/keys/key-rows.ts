// The rows of the table about keys: claim, revoke, usage (spec 4.1, 4.3, 4.4). What they share is the key store; HTTP ends here.
// Invariant: the full key stands in the answer of the claim and nowhere else. A body that is not a claim is refused before it is counted as one.
import { claimRequest, type ClaimRequest } from '@/lib/contract/keys';
import { parseQuery } from '@/lib/contract/request';
import type { Clock } from '@/lib/index-service/clock';
import { readBody } from '@/lib/index-service/http/body';
import type { KeyedRow, OpenRow } from '@/lib/index-service/http/call';
import { jsonResponse } from '@/lib/index-service/http/respond';
import type { Database } from '@/lib/index-service/store/database';
import type { UsageCounter } from '@/lib/index-service/usage/usage-counter';
import { usageReport } from '@/lib/index-service/usage/usage-report';
import type { ClaimLimit } from './claim-limit';
import type { KeyStore } from './key-store';

interface OpenParts {
  keys: KeyStore;
  limit: ClaimLimit;
  bodyBytes: number;
}

interface KeyedParts {
  db: Database;
  keys: KeyStore;
  usage: UsageCounter;
  clock: Clock;
}

function open({ keys, limit, bodyBytes }: OpenParts) {
  const claim: OpenRow = async ({ request, address }) => {
    const asked = (await readBody(request, claimRequest, bodyBytes)) as ClaimRequest;
    await limit.take(address);
    return jsonResponse(await keys.issue(asked), 201);
  };
  return { 'keys.claim': claim };
}

function keyed({ db, keys, usage, clock }: KeyedParts) {
  const revoke: KeyedRow = async ({ caller }) => {
    await keys.revoke(caller.key_id);
    return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } });
  };
  /** Written counts only would be up to a flush behind: what is counted so far is written first. The running request is not in it. */
  const report: KeyedRow = async ({ caller, name, search }) => {
    const query = parseQuery(name as 'keys.usage', search, { closed: true });
    await usage.flush();
    return jsonResponse(await usageReport(db, caller.key_id, query, clock.now()));
  };
  return { 'keys.revoke': revoke, 'keys.usage': report };
}

export const keyRows = { open, keyed };
