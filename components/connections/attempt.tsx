'use client';
import { useState, type ComponentProps, type FormEvent, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { ApiError } from '@/lib/client/api-error';
import { formatDuration } from '@/lib/view/time';
import { Mono } from '@/components/ui/mono';

interface Attempt<Value> {
  /** True from the click on, and until the next page has loaded. */
  busy: boolean;
  error: ApiError | null;
  run: (send: () => Promise<Value>) => void;
}

/** One request whose outcome the server decides. `stays`: this page remains afterwards. */
export function useAttempt<Value>(onDone: (value: Value) => void, { stays = false } = {}): Attempt<Value> {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const run = (send: () => Promise<Value>) => {
    setBusy(true);
    setError(null);
    send().then(
      (value) => {
        if (stays) setBusy(false);
        onDone(value);
      },
      (caught: unknown) => {
        setBusy(false);
        setError(
          caught instanceof ApiError
            ? caught
            : new ApiError({ endpoint: 'session', message: 'Something went wrong on this page.' }, caught),
        );
      },
    );
  };
  return { busy, error, run };
}

const CLAIM = /\/(claim|demo)$/;

/** What to do about an error. The server's own message is shown above it. */
function nextStep(error: ApiError): string {
  if (error.code === 'CLAIM_UNCERTAIN')
    return "Check with the index's operator before you claim again: if a key was issued, another claim for this contact is refused until it expires or is revoked.";
  switch (error.status) {
    case 0:
      return 'Check your connection to this console and try again.';
    case 400:
      return 'Fix the fields below and try again.';
    case 401:
      return 'Check that the key is complete. A revoked or expired key cannot be used again; claim a new one.';
    case 403:
      return 'Or choose another option on this page.';
    case 404:
      return "Use a key you already have, or ask the index's operator for one.";
    case 409:
      return "Claiming again will not help. Use the existing key or its recovery file, revoke it where you are still connected, ask the index's operator to revoke it, or wait until it expires.";
    case 429: {
      const wait = error.retry_after_ms === null ? 'later' : `in ${formatDuration(error.retry_after_ms)}`;
      return CLAIM.test(error.endpoint)
        ? `Try again ${wait}. The index limits claims per address, which may be shared by all visitors of this console.`
        : `Try again ${wait}.`;
    }
    default:
      return 'Try again in a moment.';
  }
}

/** A failed attempt: what happened, and what to do next. */
export function AttemptError({ error }: { error: ApiError | null }) {
  if (error === null) return null;
  return (
    <div role="alert" className="mt-2 text-xs">
      <p className="font-medium break-words text-fail first-letter:uppercase">{error.message}</p>
      <p className="text-2">{nextStep(error)}</p>
      {error.request_id !== null && (
        <p className="flex items-center gap-1 text-3">
          Request <Mono className="break-all">{error.request_id}</Mono>
          <CopyButton text={error.request_id} label="request ID" />
        </p>
      )}
    </div>
  );
}

interface AttemptFormProps {
  attempt: Pick<Attempt<never>, 'busy' | 'error'>;
  onSubmit: () => void;
  /** The button's text, and its text while the request runs. */
  action: string;
  busy: string;
  tone?: ComponentProps<typeof Button>['tone'];
  disabled?: boolean;
  className?: string;
  /** Below the button while the request runs. */
  busyNote?: ReactNode;
  children: ReactNode;
}

/** A form of one attempt: its fields, the button, and why it failed. */
export function AttemptForm(props: AttemptFormProps) {
  const { attempt, onSubmit, action, busy, tone = 'plain', disabled = false, className = '' } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} noValidate autoComplete="off" className={`flex flex-col ${className}`}>
      {props.children}
      <div>
        <Button type="submit" tone={tone} disabled={attempt.busy || disabled}>
          {attempt.busy ? busy : action}
        </Button>
        {attempt.busy && props.busyNote}
        <AttemptError error={attempt.error} />
      </div>
    </form>
  );
}
