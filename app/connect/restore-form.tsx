'use client';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { sessionRequests } from '@/lib/client/session';
import { recoveryFile, type RecoveryFile, type SessionState } from '@/lib/contract/session';
import { parseJson } from '@/lib/json/exact';
import { Refusal } from './refusal';
import { useAttempt } from './use-attempt';

/** A recovery file has less than a page of text. */
const MOST_BYTES = 16_384;

/** The file's content; a string says what is wrong with it. */
async function readFile(file: File): Promise<RecoveryFile | string> {
  if (file.size > MOST_BYTES) return 'This file is too long to be a recovery file.';
  try {
    const parsed = recoveryFile.safeParse(parseJson(await file.text()));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: no recovery file either.
  }
  return 'This is not a recovery file of Dagscope.';
}

/** Connects with a key that was saved as a recovery file. */
export function RestoreForm({ onConnected }: { onConnected: (session: SessionState) => void }) {
  const [file, setFile] = useState<RecoveryFile | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const attempt = useAttempt(onConnected);

  const choose = async (chosen: File | undefined) => {
    const content = chosen === undefined ? null : await readFile(chosen);
    setFile(typeof content === 'string' ? null : content);
    setFault(typeof content === 'string' ? content : null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file === null) return setFault((known) => known ?? 'Choose the file first.');
    const given = passphrase;
    setPassphrase('');
    attempt.run(() => sessionRequests.restore(file, given));
  };
  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-3.5 px-3 py-3.5">
      <Field
        label="Recovery file"
        hint={
          file === null ? 'saved after a claim, or on Key & usage' : `key ${file.key_id} of ${file.network}`
        }
        error={fault}
      >
        {(control) => (
          <Input
            {...control}
            type="file"
            accept="application/json,.json"
            className="h-auto py-1 file:mr-2 file:rounded-sm file:border file:border-line-strong file:bg-surface-2 file:px-2 file:text-xs"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        )}
      </Field>
      <Field label="Its passphrase">
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="off"
            value={passphrase}
            onChange={(event) => setPassphrase(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" disabled={attempt.busy || passphrase === ''}>
          {attempt.busy ? 'Opening…' : 'Restore'}
        </Button>
        <Refusal error={attempt.error} />
      </div>
    </form>
  );
}
