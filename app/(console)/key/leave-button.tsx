'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useSession } from '@/components/shell/session-context';
import { sessionRequests } from '@/lib/client/session';
import { connect } from '@/lib/view/paths';

/** Forgets the key in this browser. The key itself stays valid. */
export function LeaveButton() {
  const { connection } = useSession();
  const [state, setState] = useState<'here' | 'leaving' | 'failed'>('here');
  const leave = async () => {
    setState('leaving');
    try {
      await sessionRequests.leave(connection ?? '');
      window.location.assign(connect());
    } catch {
      setState('failed');
    }
  };
  return (
    <>
      {state === 'failed' && (
        <span role="alert" className="text-fail">
          the console did not answer
        </span>
      )}
      <Button
        onClick={() => void leave()}
        disabled={state === 'leaving'}
        data-tip="Forgets the key in this browser. The key stays valid."
      >
        Leave
      </Button>
    </>
  );
}
