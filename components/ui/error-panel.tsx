'use client';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, Component } from 'react';
import { Button } from './button';
import { classNames } from './class-names';
import { CopyButton } from './copy-button';
import { Mono } from '@/components/ui/mono';

interface ErrorPanelProps {
  /** What failed: "Couldn't load leaders". */
  title: ReactNode;
  cause?: ReactNode;
  /** Finds the failure in the service's log. */
  requestId?: string | null | undefined;
  onRetry?: (() => void) | undefined;
  retrying?: boolean;
  children?: ReactNode;
  className?: string;
}

/** A failure with its cause, request id and a retry button. */
export function ErrorPanel(props: ErrorPanelProps) {
  const { title, cause, requestId, onRetry, retrying = false, children, className } = props;
  return (
    <div
      role="alert"
      className={classNames('flex gap-3 rounded-md border border-fail/40 bg-surface p-3', className)}
    >
      <TriangleAlert size={16} className="mt-0.5 shrink-0 text-fail" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{title}</p>
        {cause !== undefined && cause !== null && <p className="break-words text-2">{cause}</p>}
        {requestId !== undefined && requestId !== null && (
          <p className="flex items-center gap-1 text-xs text-3">
            Request ID <Mono className="break-all">{requestId}</Mono>
            <CopyButton text={requestId} label="request ID" />
          </p>
        )}
        {(onRetry !== undefined || children !== undefined) && (
          <div className="mt-2 flex flex-wrap gap-2">
            {onRetry !== undefined && (
              <Button size="small" onClick={onRetry} disabled={retrying}>
                {retrying ? 'Retrying…' : 'Retry'}
              </Button>
            )}
            {children}
          </div>
        )}
      </div>
    </div>
  );
}

interface PanelBoundaryProps {
  /** What the panel shows, for the sentence "… could not be drawn". */
  name: string;
  children: ReactNode;
  /** When it changes, a failed panel tries again by itself (e.g. another id is shown). */
  resetKey?: string;
}

/** Contains a render error in its panel. A class because React has no other error boundary. */
export class PanelBoundary extends Component<PanelBoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidUpdate(before: PanelBoundaryProps) {
    if (before.resetKey !== this.props.resetKey && this.state.error) this.setState({ error: null });
  }

  override render() {
    if (!this.state.error) return this.props.children;
    return (
      <ErrorPanel
        title={`Couldn't display ${this.props.name}`}
        cause={this.state.error.message}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}
