'use client';
import { CopyButton } from '@/components/ui/copy-button';
import type { ApiError } from '@/lib/client/api-error';
import { formatDuration } from '@/lib/view/time';

const CLAIMS = /\/(claim|demo)$/;
const HOW_CLAIMS_ARE_COUNTED =
  'An index counts claims by the address they come from, and all visitors of this console come to it from one; when it cannot count, it refuses everybody.';

/** What to do about a refusal, by its status. The index's own words are said besides. */
function nextStep(error: ApiError): string {
  switch (error.status) {
    case 400:
      return 'Mend what is named here and try again.';
    case 401:
      return 'Check that the key is whole: an id, a dot and a secret. A key that was revoked or has lapsed cannot be used again; claim a new one.';
    case 403:
      return 'Do what is said here, or take another way on this page.';
    case 409:
      return 'Asking again will not help. There are three ways on: use the key you have, or its recovery file; have its operator revoke it, or revoke it yourself where you are still connected; or wait until it lapses.';
    case 429: {
      const wait =
        error.retry_after_ms === null
          ? 'Try again in an hour or so.'
          : `Try again in ${formatDuration(error.retry_after_ms)}.`;
      return CLAIMS.test(error.endpoint) ? `${wait} ${HOW_CLAIMS_ARE_COUNTED}` : wait;
    }
    case 0:
      return 'Check the connection to this console and try again.';
    default:
      return 'The index could not do it just now. Try again in a moment.';
  }
}

/** A refusal as a next step. */
export function Refusal({ error }: { error: ApiError | null }) {
  if (error === null) return null;
  return (
    <div role="alert" className="mt-2 text-xs">
      <p className="font-medium break-words text-fail first-letter:uppercase">{error.message}</p>
      <p className="text-2">{nextStep(error)}</p>
      {error.request_id !== null && (
        <p className="flex items-center gap-1 text-3">
          request <span className="mono break-all">{error.request_id}</span>
          <CopyButton text={error.request_id} label="request id" />
        </p>
      )}
    </div>
  );
}
