'use client';
import { QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useState, type ReactNode } from 'react';
import { IdHighlight } from '@/components/values/id-highlight';
import { TipLayer } from '@/components/ui/tip-layer';
import { TooltipProvider } from '@/components/ui/tooltip';
import { createQueryClient } from '@/lib/client/query-client';
import { connect } from '@/lib/view/paths';

/** The session is gone: a fresh document is asked for, so that nothing read with it stays in memory. */
function leaveForConnect(): void {
  const { pathname, search } = window.location;
  if (pathname !== connect()) window.location.assign(connect(`${pathname}${search}`));
}

/** What every page stands in: theme, state in the URL, the browser's cache of answers, and the two layers that listen for all. */
export function Providers({ nonce, children }: { nonce?: string | undefined; children: ReactNode }) {
  const [client] = useState(() => createQueryClient(leaveForConnect));
  return (
    <ThemeProvider
      attribute="data-theme"
      defaultTheme="system"
      enableSystem
      disableTransitionOnChange
      {...(nonce === undefined ? {} : { nonce })}
    >
      <NuqsAdapter>
        <QueryClientProvider client={client}>
          <TooltipProvider>
            {children}
            <TipLayer />
            <IdHighlight />
          </TooltipProvider>
        </QueryClientProvider>
      </NuqsAdapter>
    </ThemeProvider>
  );
}
