'use client';
import { useEffect, type ReactNode } from 'react';
import { WarmOnApproach } from '@/components/graph/warm-on-approach';
import { ConnectionPill } from '@/components/live/connection-pill';
import { LiveProvider } from '@/components/live/live-provider';
import { Frame } from '@/components/shell/frame';
import { Omnibox } from '@/components/shell/omnibox';
import { SessionProvider } from '@/components/shell/session-context';
import { MadeAt } from '@/components/values/now';
import { adoptConnection } from '@/lib/client/connection-in-use';
import { findObject } from '@/lib/client/find-object';
import { leaveForConnect } from '@/lib/client/leave-for-connect';
import { read } from '@/lib/client/read';
import type { SessionState } from '@/lib/contract/session';
import { ConnectionSwitch } from './connection-switch';
import { ExpiryNotice } from './expiry-notice';
import { StaleReads } from './stale-reads';

/** At module level, so that the omnibox sees one and the same function on every render. */
const find = (text: string, signal: AbortSignal) => findObject(read, text, signal);

interface ConsoleFrameProps {
  session: SessionState;
  /** When the server made the page, in milliseconds. */
  madeAt: number;
  children: ReactNode;
}

/** Ties the frame to the browser's data. */
export function ConsoleFrame({ session, madeAt, children }: ConsoleFrameProps) {
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
          <Frame
            omnibox={<Omnibox find={find} />}
            switcher={<ConnectionSwitch />}
            connection={<ConnectionPill />}
          >
            <ExpiryNotice />
            <StaleReads />
            {children}
          </Frame>
        </LiveProvider>
      </SessionProvider>
    </MadeAt>
  );
}
