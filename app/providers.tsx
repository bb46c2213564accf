'use client';
import { QueryClientProvider } from '@tanstack/react-query';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useState, type ReactNode } from 'react';
import { CopyLayer } from '@/components/values/copy-layer';
import { IdHighlight } from '@/components/values/id-highlight';
import { InputMethodGuard } from '@/components/ui/keys';
import { CopyNotice } from '@/components/ui/copy-notice';
import { LinkLayer } from '@/components/ui/plain-link';
import { TranslatedText } from '@/components/ui/translated-text';
import { Tooltip } from '@/components/values/tooltip';
import { PreferencesProvider } from '@/components/values/preferences';
import { NavigationEnd } from '@/components/shell/navigation-end';
import { leaveIfKeyRejected } from '@/lib/client/connection-in-use';
import { createQueryClient } from '@/lib/client/query-client';
import type { Preferences } from '@/lib/view/preferences';

/** Radix locks scrolling with an inline style; it finds the nonce the policy requires under this name. */
function provideStyleNonce(nonce: string | undefined): void {
  if (typeof window !== 'undefined' && nonce !== undefined)
    Object.assign(window, { __webpack_nonce__: nonce });
}

interface ProvidersProps {
  nonce: string | undefined;
  preferences: Preferences;
  children: ReactNode;
}

/** URL state, query cache, preferences, and the document-wide layers. */
export function Providers({ nonce, preferences, children }: ProvidersProps) {
  const [client] = useState(() => createQueryClient(leaveIfKeyRejected));
  provideStyleNonce(nonce);
  return (
    <NuqsAdapter>
      <QueryClientProvider client={client}>
        <PreferencesProvider value={preferences}>{children}</PreferencesProvider>
        <NavigationEnd />
        <TranslatedText />
        <InputMethodGuard />
        <Tooltip />
        <CopyLayer />
        <CopyNotice />
        <LinkLayer />
        <IdHighlight />
      </QueryClientProvider>
    </NuqsAdapter>
  );
}
