'use client';
import { ErrorPanel } from '@/components/ui/error-panel';

interface ErrorPageProps {
  error: Error & { digest?: string };
  reset: () => void;
}

/** A page that could not be drawn at all. Next hides the words of errors of the server; its digest finds them in the log. */
export default function ErrorPage({ error, reset }: ErrorPageProps) {
  return (
    <div className="mx-auto max-w-2xl p-6">
      <h1 className="sr-only">Something failed</h1>
      <ErrorPanel
        title="This page could not be drawn"
        cause={error.digest === undefined ? error.message : 'The console failed while it made the page.'}
        requestId={error.digest}
        onRetry={reset}
      />
    </div>
  );
}
