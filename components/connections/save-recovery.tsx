'use client';
import { useState } from 'react';
import { TextField } from '@/components/ui/field';
import { saveText } from '@/components/ui/save-file';
import { sessionRequests } from '@/lib/client/session';
import { passphrase as rule, type RecoveryFile, SHORTEST_PASSPHRASE } from '@/lib/contract/session';
import { stringifyJson } from '@/lib/json/exact';
import { AttemptForm, useAttempt } from './attempt';

interface SaveRecoveryProps {
  connection: string;
  onSaved: () => void;
}

/** Saves the key as a file, sealed by this console and by a passphrase. */
export function SaveRecovery({ connection, onSaved }: SaveRecoveryProps) {
  const [passphrase, setPassphrase] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [errors, setErrors] = useState<{ passphrase?: string; confirmation?: string }>({});
  const attempt = useAttempt(
    (file: RecoveryFile) => {
      saveText(`dagscope-key-${file.key_id ?? 'recovery'}.json`, `${stringifyJson(file, 2)}\n`);
      setPassphrase('');
      setConfirmation('');
      onSaved();
    },
    { stays: true },
  );
  const submit = () => {
    const checked = rule.safeParse(passphrase);
    if (!checked.success) return setErrors({ passphrase: checked.error.issues[0]?.message ?? 'Not valid' });
    if (confirmation !== passphrase) return setErrors({ confirmation: 'Passphrases do not match' });
    setErrors({});
    attempt.run(() => sessionRequests.recovery(connection, passphrase));
  };
  const secret = { type: 'password', autoComplete: 'new-password', spellCheck: false } as const;
  return (
    <AttemptForm
      attempt={attempt}
      onSubmit={submit}
      action="Save recovery file"
      busy="Saving…"
      tone="primary"
      className="gap-3"
    >
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          label="Passphrase"
          hint={`At least ${SHORTEST_PASSPHRASE} characters. It cannot be reset.`}
          error={errors.passphrase}

          {...secret}
          value={passphrase}
          onChange={setPassphrase}
        />
        <TextField
          label="Confirm passphrase"
          error={errors.confirmation}
          {...secret}
          value={confirmation}
          onChange={setConfirmation}
        />
      </div>
    </AttemptForm>
  );
}
