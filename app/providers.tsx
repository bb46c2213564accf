'use client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useState, type ReactNode } from 'react';
import { IdHighlight } from '@/components/values/id-highlight';
import { TipLayer } from '@/components/ui/tip-layer';
import { TooltipProvider } from '@/components/ui/tooltip';

/** What every page stands in: theme, state in the URL, the browser's cache of answers, and the two layers that listen for all. */
export function Providers({ nonce, children }: { nonce?: string | undefined; children: ReactNode }) {
  const [client] = useState(() => new QueryClient());
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
