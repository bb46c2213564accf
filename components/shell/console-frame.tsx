'use client';
import { Braces } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useTheme } from 'next-themes';
import { useEffect, useState, type ReactNode } from 'react';
import { AlertBell } from '@/components/alerts/alert-bell';
import { ConnectionSwitch } from '@/components/connections/connection-switch';
import { ExpiryNotice } from '@/components/connections/expiry-notice';
import { PreloadOnApproach } from '@/components/graph/canvas-loader';
import { ConnectionPill } from '@/components/live/connection-pill';
import { LiveProvider } from '@/components/live/live-provider';
import { HoverCards } from '@/components/record/hover-cards';
import { IconButton } from '@/components/ui/button';
import { MadeAt } from '@/components/values/now';
import { setPreferences } from '@/components/values/preferences';
import { adoptConnection, leaveIfKeyRejected } from '@/lib/client/connection-in-use';
import { read } from '@/lib/client/read';
import type { SessionState } from '@/lib/contract/session';
import { Frame } from './frame';
import { networkStorage } from './network-storage';
import { NewVersionNotice } from './new-version-notice';
import { Omnibox } from './omnibox';
import { clearRecents } from './recents';
import { SessionProvider } from './session-context';
import { StaleReads } from './stale-reads';
import { useShortcut } from './shortcuts';

const RequestsDialog = dynamic(async () => (await import('./requests-dialog')).RequestsDialog);

/** At module level, so that every render passes the same function; its code loads with the first search. */
const find = async (text: string, signal: AbortSignal) =>
  (await import('@/lib/client/omnibox-search')).findObject(read, text, signal);

interface ConsoleFrameProps {
  session: SessionState;
  /** When the server rendered the page, in milliseconds. */
  madeAt: number;
  buildId: string | null;
  children: ReactNode;
}

/** Commands offered in the search box. */
function useActions(onRequests: () => void) {
  const { setTheme } = useTheme();
  return [
    { title: 'Show API requests', run: onRequests },
    {
      title: 'Copy link',
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
    { title: 'Clear recently viewed', run: () => clearRecents(networkStorage()) },
  ];
}

/** Connects the frame to the session, the live feed and the browser's storage. */
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
        <LiveProvider onSignedOut={leaveIfKeyRejected}>
          <PreloadOnApproach />
          <HoverCards />
          <Frame
            omnibox={<Omnibox find={find} actions={actions} />}
            switcher={<ConnectionSwitch />}
            connection={<ConnectionPill />}
            notice={<NewVersionNotice buildId={buildId} />}
            actions={
              <>
                <AlertBell />
                <IconButton label="API requests" onClick={() => setRequests(true)}>
                  <Braces size={15} aria-hidden />
                </IconButton>
              </>
            }
          >
            <ExpiryNotice />
            <StaleReads />
            {children}
          </Frame>
          {requests && <RequestsDialog onClose={() => setRequests(false)} />}
        </LiveProvider>
      </SessionProvider>
    </MadeAt>
  );
}
