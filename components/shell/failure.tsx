import { EmptyState } from '@/components/ui/empty-state';
import { NoScope } from './no-scope';

/** A failed read, as every error of the reader tells it. */
interface ReadFailure {
  message: string;
  status?: number;
  request_id?: string | null;
}

interface FailureProps {
  /** What could not be read: "the latest executions". */
  what: string;
  error: ReadFailure;
  /** The scope the read needs. */
  scope?: string;
  onRetry?: () => void;
}

/** A panel whose read failed: no scope, not produced by this release, or a failure with its cause, id and a retry. */
export function Failure({ what, error, scope, onRetry }: FailureProps) {
  if (error.status === 403) return <NoScope what={what} scope={scope ?? null} otherwise={error.message} />;
  if (error.status === 501)
    return (
      <EmptyState kind="not-produced" title={`This index does not answer ${what}`}>
        Its release has no such endpoint.
      </EmptyState>
    );
  return (
    <EmptyState
      kind="failed"
      title={`Could not read ${what}`}
      {...(onRetry === undefined ? {} : { action: { label: 'Try again', onAct: onRetry } })}
    >
      {error.message}
      {error.request_id !== null && error.request_id !== undefined && (
        <span className="block text-xs text-3">
          request <span className="mono">{error.request_id}</span>
        </span>
      )}
    </EmptyState>
  );
}
