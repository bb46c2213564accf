'use client';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { sessionRequests } from '@/lib/client/session';
import { API_KEY } from '@/lib/contract/keys';
import type { SessionState } from '@/lib/contract/session';
import { Refusal } from './refusal';
import { useAttempt } from './use-attempt';

interface KeyFormProps {
  where: { network: string | undefined };
  onConnected: (session: SessionState) => void;
}

/** Connects with a key the visitor has. The box is emptied as soon as the key has been taken from it. */
export function KeyForm({ where, onConnected }: KeyFormProps) {
  const [key, setKey] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const attempt = useAttempt(onConnected);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = key.trim();
    if (!API_KEY.test(given)) {
      setFault('A key is an id, a dot and a secret, in letters, digits, dashes and underscores.');
      return;
    }
    setFault(null);
    setKey('');
    attempt.run(() => sessionRequests.withKey(given, where));
  };

  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="flex flex-col gap-3.5 px-3 py-3.5">
      <Field
        label="API key"
        hint="Sent once to this console’s server, which asks the index about it and seals it into a cookie."
        error={fault}
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
            placeholder="key id . secret"
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
        <Refusal error={attempt.error} />
      </div>
    </form>
  );
}
