'use client';
import { Braces } from 'lucide-react';
import { useTheme } from 'next-themes';
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react';
import { WarmOnApproach } from '@/components/graph/canvas-loader';
import { ConnectionPill } from '@/components/live/connection-pill';
import { LiveProvider } from '@/components/live/live-provider';
import { Frame } from './frame';
import { Omnibox } from './omnibox';
import { clearRecents } from './recents';
import { SessionProvider } from './session-context';
import { useShortcut } from './use-shortcut';
import { IconButton } from '@/components/ui/button';
import { MadeAt } from '@/components/values/now';
import { setPreferences } from '@/components/values/preferences';
import { adoptConnection } from '@/lib/client/connection-in-use';
import { leaveForConnect } from '@/lib/client/leave-for-connect';
import { read } from '@/lib/client/read';
import type { SessionState } from '@/lib/contract/session';
import { AlertBell } from '@/components/alerts/alert-bell';
import { ConnectionSwitch } from '@/components/connections/connection-switch';
import { ExpiryNotice } from '@/components/connections/expiry-notice';
import { HoverCards } from '@/components/record/hover-cards';
import { NewerVersion } from './newer-version';
import { networkStorage } from './network-storage';
import { StaleReads } from './stale-reads';

const RequestsDialog = lazy(async () => ({ default: (await import('./requests-dialog')).RequestsDialog }));

/** At module level, so that the omnibox sees one and the same function on every render; loaded when something is looked for. */
const find = async (text: string, signal: AbortSignal) =>
  (await import('@/lib/client/omnibox-search')).findObject(read, text, signal);

interface ConsoleFrameProps {
  session: SessionState;
  /** When the server made the page, in milliseconds. */
  madeAt: number;
  buildId: string | null;
  children: ReactNode;
}

/** What the search box can do besides finding. */
function useActions(onRequests: () => void) {
  const { setTheme } = useTheme();
  return [
    { title: 'Show the requests behind this page', run: onRequests },
    {
      title: 'Copy the link to this page',
      run: () => void navigator.clipboard?.writeText(window.location.href).catch(() => undefined),
    },
    { title: 'Dark theme', run: () => setTheme('dark') },
    { title: 'Light theme', run: () => setTheme('light') },
    { title: 'Times in UTC', run: () => setPreferences({ zone: 'utc' }) },
    { title: 'Times in local time', run: () => setPreferences({ zone: 'local' }) },
    { title: 'Amounts in SUI and US', run: () => setPreferences({ units: 'whole' }) },
    { title: 'Amounts in base units (MIST)', run: () => setPreferences({ units: 'base' }) },
    { title: 'Compact rows', run: () => setPreferences({ density: 'compact' }) },
    { title: 'Normal rows', run: () => setPreferences({ density: 'normal' }) },
    { title: 'Forget what was looked at', run: () => clearRecents(networkStorage()) },
  ];
}

/** Ties the frame to the browser's data. */
export function ConsoleFrame({ session, madeAt, buildId, children }: ConsoleFrameProps) {
  const [requests, setRequests] = useState(false);
  const actions = useActions(() => setRequests(true));
  useShortcut('requests', () => setRequests(true));
  // Before the first read of any page below.
  const same = adoptConnection(session);
  useEffect(() => {
    if (!same) window.location.reload();
  }, [same]);
  return (
    <MadeAt value={madeAt}>
      <SessionProvider session={session}>
        <LiveProvider onSignedOut={leaveForConnect}>
          <WarmOnApproach />
          <HoverCards />
          <Frame
            omnibox={<Omnibox find={find} actions={actions} />}
            switcher={<ConnectionSwitch />}
            connection={<ConnectionPill />}
            notice={<NewerVersion buildId={buildId} />}
            actions={
              <>
                <AlertBell />
                <IconButton label="The requests behind this page" onClick={() => setRequests(true)}>
                  <Braces size={15} aria-hidden />
                </IconButton>
              </>
            }
          >
            <ExpiryNotice />
            <StaleReads />
            {children}
          </Frame>
          <Suspense>{requests && <RequestsDialog onClose={() => setRequests(false)} />}</Suspense>
        </LiveProvider>
      </SessionProvider>
    </MadeAt>
  );
}
