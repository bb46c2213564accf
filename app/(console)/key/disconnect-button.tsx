'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useSession } from '@/components/shell/session-context';
import { sessionRequests } from '@/lib/client/session';
import { connect } from '@/lib/view/paths';

/** Removes the key from this browser; the key stays valid. */
export function DisconnectButton() {
  const { connection } = useSession();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const disconnect = async () => {
    setState('busy');
    try {
      await sessionRequests.disconnect(connection ?? '');
      window.location.assign(connect());
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      {state === 'failed' && (
        <span role="alert" className="text-fail">
          Couldn&apos;t reach the console
        </span>
      )}
      <Button
        onClick={() => void disconnect()}
        disabled={state === 'busy'}
        data-tip="Removes the key from this browser. The key stays valid."
      >
        Disconnect
      </Button>
    </>
  );
}
