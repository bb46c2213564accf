'use client';
import { useState, type FormEvent } from 'react';
import { AttemptError, useAttempt } from '@/components/connections/attempt';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { sessionRequests } from '@/lib/client/session';
import { savedFile, type ClaimResult, type SavedFile } from '@/lib/contract/session';
import { parseJson } from '@/lib/json/exact';

/** What the console accepts as a request. */
const MAX_BYTES = 16_384;

/** The file's content; a string says what is wrong with it. */
async function readFile(file: File): Promise<SavedFile | string> {
  if (file.size > MAX_BYTES) return 'This file is too large to be a recovery file.';
  try {
    const parsed = savedFile.safeParse(parseJson(await file.text()));
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: no recovery file either.
  }
  return 'This is not a Dagscope recovery file.';
}

function describe(file: SavedFile | null): string {
  if (file === null) return 'Saved after a claim, or on Key & usage';
  if (file.format === 'dagscope-claim-1') return `Claim response, ${file.network}`;
  return `Key ${file.key_id ?? 'of unknown ID'}, ${file.network}`;
}

/** Connects with a key that was saved as a recovery file. A saved claim response needs no passphrase. */
export function RestoreForm({ onRestored }: { onRestored: (result: ClaimResult) => void }) {
  const [file, setFile] = useState<SavedFile | null>(null);
  const [invalid, setInvalid] = useState<string | null>(null);
  const [passphrase, setPassphrase] = useState('');
  const attempt = useAttempt(onRestored);
  const needsPassphrase = file?.format !== 'dagscope-claim-1';

  const choose = async (chosen: File | undefined) => {
    const content = chosen === undefined ? null : await readFile(chosen);
    setFile(typeof content === 'string' ? null : content);
    setInvalid(typeof content === 'string' ? content : null);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (file === null) return setInvalid((known) => known ?? 'Choose a file first.');
    const given = passphrase;
    setPassphrase('');
    attempt.run(() =>
      file.format === 'dagscope-claim-1'
        ? sessionRequests.restoreClaim(file)
        : sessionRequests.restore(file, given),
    );
  };
  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-3.5 px-3 py-3.5">
      <Field label="Recovery file" hint={describe(file)} error={invalid}>
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
      {needsPassphrase && (
        <Field label="Passphrase">
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
      )}
      <div>
        <Button type="submit" disabled={attempt.busy || (needsPassphrase && passphrase === '')}>
          {attempt.busy ? 'Restoring…' : 'Restore'}
        </Button>
        <AttemptError error={attempt.error} />
      </div>
    </form>
  );
}
