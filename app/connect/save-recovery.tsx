'use client';
import { useState, type FormEvent } from 'react';
import { saveText } from '@/components/ui/save-file';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { sessionRequests } from '@/lib/client/session';
import { passphrase as rule, type RecoveryFile } from '@/lib/contract/session';
import { stringifyJson } from '@/lib/json/exact';
import { Refusal } from './refusal';
import { useAttempt } from './use-attempt';

interface SaveRecoveryProps {
  connection: string;
  onSaved: () => void;
}

/** Saves the key as a file, sealed by this console and by a passphrase. */
export function SaveRecovery({ connection, onSaved }: SaveRecoveryProps) {
  const [passphrase, setPassphrase] = useState('');
  const [again, setAgain] = useState('');
  const [faults, setFaults] = useState<{ passphrase?: string; again?: string }>({});
  const attempt = useAttempt(
    (file: RecoveryFile) => {
      saveText(`dagscope-key-${file.key_id}.json`, `${stringifyJson(file, 2)}\n`);
      setPassphrase('');
      setAgain('');
      onSaved();
    },
    { stays: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = rule.safeParse(passphrase);
    if (!checked.success) return setFaults({ passphrase: checked.error.issues[0]?.message ?? 'is not one' });
    if (again !== passphrase) return setFaults({ again: 'is not the same' });
    setFaults({});
    attempt.run(() => sessionRequests.recovery(connection, passphrase));
  };
  const secret = { type: 'password', autoComplete: 'new-password', spellCheck: false } as const;
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3">
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <Field label="Passphrase" hint="10 characters or more; nobody can reset it" error={faults.passphrase}>
          {(control) => (
            <Input
              {...control}
              {...secret}
              value={passphrase}
              onChange={(event) => setPassphrase(event.target.value)}
            />
          )}
        </Field>
        <Field label="The same again" error={faults.again}>
          {(control) => (
            <Input
              {...control}
              {...secret}
              value={again}
              onChange={(event) => setAgain(event.target.value)}
            />
          )}
        </Field>
      </div>
      <div>
        <Button type="submit" tone="primary" disabled={attempt.busy}>
          {attempt.busy ? 'Sealing…' : 'Save the recovery file'}
        </Button>
        <Refusal error={attempt.error} />
      </div>
    </form>
  );
}
