'use client';
import { ErrorPanel } from '@/components/ui/error-panel';
import './globals.css';

interface GlobalErrorProps {
  error: Error & { digest?: string };
  reset: () => void;
}

/** The document itself failed, so this renders its own. */
export default function GlobalError({ error, reset }: GlobalErrorProps) {
  return (
    <html lang="en">
      <body>
        <title>Error · Dagscope</title>
        <main className="mx-auto max-w-2xl p-6">
          <h1 className="sr-only">Error · Dagscope</h1>
          <ErrorPanel
            title="Couldn't display the console"
            cause={error.digest === undefined ? error.message : 'The console failed to render this page.'}
            requestId={error.digest}
            onRetry={reset}
          />
        </main>
      </body>
    </html>
  );
}
