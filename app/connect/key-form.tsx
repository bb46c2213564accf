'use client';
import { useState, type FormEvent } from 'react';
import { AttemptError, useAttempt } from '@/components/connections/attempt';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { sessionRequests } from '@/lib/client/session';
import { PRINTABLE_KEY } from '@/lib/contract/keys';
import type { SessionState } from '@/lib/contract/session';

interface KeyFormProps {
  network: string | undefined;
  onConnected: (session: SessionState) => void;
}

/** Connects with a key the visitor has. The field is cleared as soon as the key has been read from it. */
export function KeyForm({ network, onConnected }: KeyFormProps) {
  const [key, setKey] = useState('');
  const [invalid, setInvalid] = useState<string | null>(null);
  const attempt = useAttempt(onConnected);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = key.trim();
    if (!PRINTABLE_KEY.test(given)) {
      setInvalid(given === '' ? 'Enter a key.' : 'A key has 1 to 512 printable ASCII characters.');
      return;
    }
    setInvalid(null);
    setKey('');
    attempt.run(() => sessionRequests.withKey(given, { network }));
  };

  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-3.5 px-3 py-3.5">
      <Field
        label="API key"
        hint="Sent once to this console’s server, checked with the index, then sealed in a cookie."
        error={invalid}
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="off"
            spellCheck={false}
            // Password managers offer to save what looks like a login; this is none.
            data-1p-ignore
            data-lpignore="true"
            placeholder="key-id.secret"
            className="mono"
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" disabled={attempt.busy}>
          {attempt.busy ? 'Connecting…' : 'Connect'}
        </Button>
        <AttemptError error={attempt.error} />
      </div>
    </form>
  );
}
