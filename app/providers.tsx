'use client';
import { QueryClientProvider } from '@tanstack/react-query';
import { ThemeProvider } from 'next-themes';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useState, type ReactNode } from 'react';
import { IdHighlight } from '@/components/values/id-highlight';
import { LinkLayer } from '@/components/ui/link-layer';
import { TipLayer } from '@/components/ui/tip-layer';
import { TooltipProvider } from '@/components/ui/tooltip';
import { PreferencesProvider } from '@/components/values/preferences';
import { leaveForConnect } from '@/lib/client/leave-for-connect';
import { createQueryClient } from '@/lib/client/query-client';
import type { Preferences } from '@/lib/view/preferences';

/** Radix locks a page's scrolling by a style of its own, which the document's policy lets in by its nonce; this is the name it looks for. */
function letStylesIn(nonce: string | undefined): void {
  if (typeof window !== 'undefined' && nonce !== undefined)
    Object.assign(window, { __webpack_nonce__: nonce });
}

interface ProvidersProps {
  nonce: string | undefined;
  preferences: Preferences;
  children: ReactNode;
}

/** What every page stands in: theme, state in the URL, the browser's cache of answers, and the layers that listen for all. */
export function Providers({ nonce, preferences, children }: ProvidersProps) {
  const [client] = useState(() => createQueryClient(leaveForConnect));
  letStylesIn(nonce);
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
            <PreferencesProvider value={preferences}>{children}</PreferencesProvider>
            <TipLayer />
            <LinkLayer />
            <IdHighlight />
          </TooltipProvider>
        </QueryClientProvider>
      </NuqsAdapter>
    </ThemeProvider>
  );
}
