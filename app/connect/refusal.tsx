'use client';
import { CopyButton } from '@/components/ui/copy-button';
import type { ApiError } from '@/lib/client/api-error';
import { formatDuration } from '@/lib/view/time';

/** What to do about a refusal, by its status. The index's own words are said besides. */
function nextStep(error: ApiError): string {
  switch (error.status) {
    case 400:
      return 'Mend the marked field and try again.';
    case 401:
      return 'Check that the key is whole: an id, a dot and a secret. A key that was revoked or has lapsed cannot be used again; claim a new one.';
    case 403:
      return 'Claim a key with a contact of your own instead.';
    case 409:
      return 'A key is shown only once. Use the one you have under “I have a key”, or claim with another contact.';
    case 429:
      return error.retry_after_ms === null
        ? 'Too many claims came from this address. Try again in an hour or so.'
        : `Too many claims came from this address. Try again in ${formatDuration(error.retry_after_ms)}.`;
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
