'use client';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { AttemptForm, useAttempt } from '@/components/connections/attempt';
import { Field, Input, TextField } from '@/components/ui/field';
import { sessionRequests } from '@/lib/client/session';
import { PRINTABLE_KEY } from '@/lib/contract/keys';
import { type ClaimResult, savedFile, type SavedFile, type SessionState } from '@/lib/contract/session';
import { plainText } from '@/lib/view/ids';
import { parseJson } from '@/lib/json/exact';

interface KeyFormProps {
  network: string | undefined;
  onConnected: (session: SessionState) => void;
}

/** Connects with a key the visitor has. The field is cleared as soon as the key has been read from it. */
export function KeyForm({ network, onConnected }: KeyFormProps) {
  const [key, setKey] = useState('');
  const [invalid, setInvalid] = useState<string | null>(null);
  const attempt = useAttempt(onConnected);

  const submit = () => {
    const typed = key.trim();
    // Pasted from a message: invisible characters around it, full-width ones within.
    const trimmed = PRINTABLE_KEY.test(typed) ? typed : plainText(typed);
    if (!PRINTABLE_KEY.test(trimmed)) {
      setInvalid(trimmed === '' ? 'Enter a key.' : 'A key has 1 to 512 printable ASCII characters.');
      return;
    }
    setInvalid(null);
    setKey('');
    attempt.run(() => sessionRequests.withKey(trimmed, { network }));
  };

  return (
    <AttemptForm
      attempt={attempt}
      onSubmit={submit}
      action="Connect"
      busy="Connecting…"
      className="gap-3.5 px-3 py-3.5"
    >
      <TextField
        label="API key"
        hint="Sent once to this console's server and checked with the index"
        error={invalid}
        type="password"
        autoComplete="off"
        spellCheck={false}
        // Password managers offer to save what looks like a login; this is none.
        data-1p-ignore
        data-lpignore="true"
        placeholder="key-id.secret"
        inputClass="mono"
        value={key}
        onChange={setKey}
      />
    </AttemptForm>
  );
}

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
  const input = useRef<HTMLInputElement>(null);

  const choose = async (selectedFile: File | undefined) => {
    const content = selectedFile === undefined ? null : await readFile(selectedFile);
    setFile(typeof content === 'string' ? null : content);
    setInvalid(typeof content === 'string' ? content : null);
  };
  // A file chosen before hydration has fired its change event already.
  const chooseEarlier = useEffectEvent(() => choose(input.current?.files?.[0]));
  useEffect(() => void chooseEarlier(), []);
  const submit = () => {
    if (file === null) return setInvalid((current) => current ?? 'Choose a file first.');
    const entered = passphrase;
    setPassphrase('');
    attempt.run(() =>
      file.format === 'dagscope-claim-1'
        ? sessionRequests.restoreClaim(file)
        : sessionRequests.restore(file, entered),
    );
  };
  return (
    <AttemptForm
      attempt={attempt}
      onSubmit={submit}
      action="Restore"
      busy="Restoring…"
      disabled={needsPassphrase && passphrase === ''}
      className="gap-3.5 px-3 py-3.5"
    >
      <Field label="Recovery file" hint={describe(file)} error={invalid}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            type="file"
            accept="application/json,.json"
            className="h-auto py-1 file:mr-2 file:rounded-sm file:border file:border-line-strong file:bg-surface-2 file:px-2 file:text-xs"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        )}
      </Field>
      {needsPassphrase && (
        <TextField
          label="Passphrase"
          type="password"
          autoComplete="off"
          value={passphrase}
          onChange={setPassphrase}
        />
      )}
    </AttemptForm>
  );
}
