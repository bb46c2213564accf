'use client';
import { ErrorPanel } from '@/components/ui/error-panel';

interface ErrorPageProps {
  error: Error & { digest?: string };
  reset: () => void;
}

/** A page that failed to render. Next hides server error messages; the digest finds them in the log. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <div className="mx-auto max-w-2xl p-6">
      <h1 className="sr-only">Error</h1>
      <ErrorPanel
        title="Couldn't display this page"
        cause={error.digest === undefined ? error.message : 'The console failed to render this page.'}
        requestId={error.digest}
        onRetry={reset}
      />
    </div>
  );
}
