'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AttemptForm, useAttempt } from '@/components/connections/attempt';
import { SaveRecovery } from '@/components/connections/save-recovery';
import { useSession } from '@/components/shell/session-context';
import { Button, buttonClass } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { TextField } from '@/components/ui/field';
import { forgetIndex } from '@/lib/client/forget-index';
import { sessionRequests } from '@/lib/client/session';
import { connect, keyPage } from '@/lib/view/paths';

/** Asks the index again which endpoints and filters it provides. */
function CheckIndexButton() {
  const client = useQueryClient();
  const [state, setState] = useState<'idle' | 'busy' | 'done'>('idle');
  const check = async () => {
    setState('busy');
    await forgetIndex(client);
    setState('done');
  };
  return (
    <>
      {state === 'done' && (
        <span role="status" className="text-3">
          Remembered results cleared
        </span>
      )}
      <Button
        onClick={() => void check()}
        disabled={state === 'busy'}
        data-tip="Clears what this browser remembers about the index: ignored filters, rejected event kinds, missing endpoints. Each page checks again."
      >
        Check index again
      </Button>
    </>
  );
}

function SaveForm({ connection }: { connection: string }) {
  const [saved, setSaved] = useState(false);
  if (saved)
    return (
      <p role="status" className="text-ok">
        Saved. Keep the file and the passphrase.
      </p>
    );
  return (
    <>
      <p className="mb-3 text-2">
        The file holds your key, encrypted by this console and your passphrase. Restore it on the Connect
        page; both are needed.
      </p>
      <SaveRecovery connection={connection} onSaved={() => setSaved(true)} />
    </>
  );
}

interface DisconnectFormProps {
  connection: string;
  /** The operator's key has no recovery file. */
  recoverable: boolean;
}

/** Removes the key from this browser. Offers its recovery file first: the console can't show the key again. */
function DisconnectForm({ connection, recoverable }: DisconnectFormProps) {
  const [saving, setSaving] = useState(false);
  const attempt = useAttempt<unknown>(() => window.location.assign(connect()));
  return (
    <>
      <p className="mb-3 text-2">
        {recoverable
          ? 'The key is removed from this browser and stays valid elsewhere. To connect again, you need the key itself or its recovery file.'
          : "This browser stops using the operator's key. The key stays valid."}
      </p>
      {saving && (
        <div className="mb-4">
          <SaveForm connection={connection} />
        </div>
      )}
      <div className="flex flex-wrap items-start gap-2">
        {recoverable && !saving && <Button onClick={() => setSaving(true)}>Save recovery file first</Button>}
        <AttemptForm
          attempt={attempt}
          onSubmit={() => attempt.run(() => sessionRequests.disconnect(connection))}
          action="Disconnect"
          busy="Disconnecting…"
          tone="danger"
        >
          {null}
        </AttemptForm>
      </div>
    </>
  );
}

function RevokeForm({ connection, keyId }: { connection: string; keyId: string }) {
  const [confirmation, setConfirmation] = useState('');
  const attempt = useAttempt<unknown>(() => window.location.assign(connect()));
  const submit = () => {
    attempt.run(() => sessionRequests.revoke(connection, confirmation));
  };
  return (
    <AttemptForm
      attempt={attempt}
      onSubmit={submit}
      action="Revoke key"
      busy="Revoking…"
      tone="danger"
      disabled={confirmation.trim() !== keyId}
      className="gap-3"
    >
      <p className="text-2">
        Revoking takes effect at once and can&apos;t be undone. The key stops working everywhere, including
        its recovery files. Its contact can then claim a new key.
      </p>
      <TextField
        label={<>Type {keyId} to confirm</>}
        autoComplete="off"
        spellCheck={false}
        inputClass="mono"
        value={confirmation}
        onChange={setConfirmation}
      />
    </AttemptForm>
  );
}

/** Actions on the key. The operator's key can only be disconnected. */
export function KeyActions() {
  const { connection, connections, key_id } = useSession();
  const [open, setOpen] = useState<'disconnect' | 'save' | 'revoke' | null>(null);
  const current = connections.find(({ id }) => id === connection);
  if (connection === null || current === undefined) return null;
  const close = (stillOpen: boolean) => (stillOpen ? undefined : setOpen(null));
  return (
    <>
      <CheckIndexButton />
      <a className={buttonClass()} href={connect(keyPage())}>
        Connect another key
      </a>
      <Button onClick={() => setOpen('disconnect')}>Disconnect</Button>
      {!current.operator && (
        <>
          <Button onClick={() => setOpen('save')}>Save recovery file</Button>
          <Button tone="danger" onClick={() => setOpen('revoke')}>
            Revoke key
          </Button>
        </>
      )}
      <Dialog open={open === 'disconnect'} onOpenChange={close} title="Disconnect this key?">
        <DisconnectForm connection={connection} recoverable={!current.operator} />
      </Dialog>
      <Dialog open={open === 'save'} onOpenChange={close} title="Save recovery file">
        <SaveForm connection={connection} />
      </Dialog>
      <Dialog open={open === 'revoke'} onOpenChange={close} title="Revoke this key?">
        <RevokeForm connection={connection} keyId={key_id ?? 'revoke'} />
      </Dialog>
    </>
  );
}
