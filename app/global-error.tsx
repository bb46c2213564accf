'use client';
import { ErrorPanel } from '@/components/ui/error-panel';
import './globals.css';

interface GlobalErrorProps {
  error: Error & { digest?: string };
  reset: () => void;
}

/** The last net: the document itself failed, so it brings its own. */
export default function GlobalError({ error, reset }: GlobalErrorProps) {
  return (
    <html lang="en">
      <body>
        <title>Dagscope failed</title>
        <main className="mx-auto max-w-2xl p-6">
          <h1 className="sr-only">Dagscope failed</h1>
          <ErrorPanel
            title="The console could not be drawn"
            cause={error.digest === undefined ? error.message : 'It failed while it made the page.'}
            requestId={error.digest}
            onRetry={reset}
          />
        </main>
      </body>
    </html>
  );
}
