'use client';
import { useState, type FormEvent } from 'react';
import { Refusal } from '@/app/connect/refusal';
import { SaveRecovery } from '@/app/connect/save-recovery';
import { useAttempt } from '@/app/connect/use-attempt';
import { useSession } from '@/components/shell/session-context';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input } from '@/components/ui/field';
import { sessionRequests } from '@/lib/client/session';
import { connect } from '@/lib/view/paths';
import { LeaveButton } from './leave-button';

function Saving({ connection }: { connection: string }) {
  const [saved, setSaved] = useState(false);
  if (saved)
    return (
      <p role="status" className="text-ok">
        Saved. Keep the file, and remember the passphrase.
      </p>
    );
  return (
    <>
      <p className="mb-3 text-2">
        The key, sealed by this console and by a passphrase of yours. Without either of them the file is worth
        nothing; with both it brings the key back on the Connect page.
      </p>
      <SaveRecovery connection={connection} onSaved={() => setSaved(true)} />
    </>
  );
}

function Revoking({ connection, keyId }: { connection: string; keyId: string }) {
  const [typed, setTyped] = useState('');
  const attempt = useAttempt<unknown>(() => window.location.assign(connect()));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    attempt.run(() => sessionRequests.revoke(connection, typed));
  };
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <p className="text-2">
        The index ends the key at once and for good: here, in every other place that uses it, and in its
        recovery files. Its contact can claim a new one then.
      </p>
      <Field label={<>To confirm, type the key&rsquo;s id: {keyId}</>}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            className="mono"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" tone="danger" disabled={attempt.busy || typed.trim() !== keyId}>
          {attempt.busy ? 'Revoking…' : 'Revoke this key'}
        </Button>
        <Refusal error={attempt.error} />
      </div>
    </form>
  );
}

/** What can be done with the key itself. The operator's can only be left. */
export function KeyActions() {
  const { connection, connections, key_id } = useSession();
  const [open, setOpen] = useState<'save' | 'revoke' | null>(null);
  const own = connections.find((one) => one.id === connection);
  if (connection === null || key_id === null || own === undefined) return null;
  const close = (stays: boolean) => (stays ? undefined : setOpen(null));
  return (
    <>
      <LeaveButton />
      {!own.operator && (
        <>
          <Button onClick={() => setOpen('save')}>Save recovery file</Button>
          <Button tone="danger" onClick={() => setOpen('revoke')}>
            Revoke key
          </Button>
        </>
      )}
      <Dialog open={open === 'save'} onOpenChange={close} title="Save a recovery file">
        <Saving connection={connection} />
      </Dialog>
      <Dialog open={open === 'revoke'} onOpenChange={close} title="Revoke this key?">
        <Revoking connection={connection} keyId={key_id} />
      </Dialog>
    </>
  );
}
