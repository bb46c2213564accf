'use client';
import { useState } from 'react';
import { AttemptForm, useAttempt } from '@/components/connections/attempt';
import { TextField } from '@/components/ui/field';
import { sessionRequests } from '@/lib/client/session';
import { claimRequest } from '@/lib/contract/keys';
import { scopes, type Scope } from '@/lib/contract/scopes';
import type { ClaimResult } from '@/lib/contract/session';
import { opensWhat } from '@/lib/view/scope-words';
import { Mono } from '@/components/ui/mono';

type FieldErrors = Partial<Record<'email' | 'handle' | 'scopes', string>>;

/** An error of the index names its field as `email: what is wrong`. */
function fieldErrorsOf(message: string): FieldErrors {
  const field = /^(email|handle|scopes)\b[^:]*: (.+)$/.exec(message);
  return field?.[1] === undefined ? {} : { [field[1]]: field[2] };
}

interface ClaimFormProps {
  network: string | undefined;
  onClaimed: (result: ClaimResult) => void;
}

/** Claims a read-only key for a contact. The form and the index validate by the same schema. */
export function ClaimForm({ network, onClaimed }: ClaimFormProps) {
  const [email, setEmail] = useState('');
  const [handle, setHandle] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<Scope>>(new Set(scopes));
  const [errors, setErrors] = useState<FieldErrors>({});
  const attempt = useAttempt(onClaimed);
  const allErrors: FieldErrors =
    attempt.error?.status === 400 ? { ...fieldErrorsOf(attempt.error.message), ...errors } : errors;

  const submit = () => {
    const checked = claimRequest.safeParse({
      email,
      scopes: [...selected],
      ...(handle.trim() === '' ? {} : { handle }),
    });
    if (!checked.success) {
      const fieldErrors: Record<string, string> = {};
      for (const issue of checked.error.issues) fieldErrors[String(issue.path[0])] ??= issue.message;
      setErrors(fieldErrors);
      return;
    }
    setErrors({});
    attempt.run(() => sessionRequests.claim({ ...checked.data, network }));
  };

  const toggle = (scope: Scope) => {
    const next = new Set(selected);
    if (!next.delete(scope)) next.add(scope);
    setSelected(next);
  };

  return (
    <AttemptForm
      attempt={attempt}
      onSubmit={submit}
      action="Claim key and connect"
      busy="Claiming…"
      tone="primary"
      busyNote={<p className="mt-2 text-xs text-2">This can take up to a minute.</p>}
      className="gap-3.5 px-3 py-3.5"
    >
      <TextField
        label="Email"
        hint="Recorded, not verified"
        error={allErrors.email}
        type="email"
        autoComplete="email"
        required
        value={email}
        onChange={setEmail}
      />
      <TextField
        label="Messaging handle (optional)"
        hint="With or without a leading @"
        error={allErrors.handle}
        autoComplete="off"
        value={handle}
        onChange={setHandle}
      />
      <fieldset aria-describedby={allErrors.scopes === undefined ? undefined : 'scopes-error'}>
        <legend className="mb-1 text-xs font-medium text-2">Scopes</legend>
        <ul className="flex flex-col">
          {scopes.map((scope) => (
            <li key={scope}>
              <label className="flex cursor-pointer items-baseline gap-2.5 rounded-sm px-1 py-[3px] hover:bg-surface-2">
                <input
                  type="checkbox"
                  className="translate-y-0.5 accent-accent"
                  checked={selected.has(scope)}
                  onChange={() => toggle(scope)}
                />
                <Mono className="w-[118px] shrink-0">{scope}</Mono>
                <span className="text-2">{opensWhat(scope)}</span>
              </label>
            </li>
          ))}
        </ul>
        {allErrors.scopes !== undefined && (
          <p id="scopes-error" className="mt-1 text-xs text-fail">
            {allErrors.scopes}
          </p>
        )}
      </fieldset>
      <div className="rounded-sm bg-surface-2 px-3 py-2 text-xs text-2">
        <p>
          <strong className="font-medium text-text">Access:</strong> read-only,{' '}
          {selected.size === scopes.length ? 'all scopes' : `${selected.size} of ${scopes.length} scopes`}.
          The index sets the rate limit and the expiry. While the key is active, this contact cannot claim
          another.
        </p>
        <p className="mt-1">
          <strong className="font-medium text-text">Recovery:</strong> you can save a recovery file
          afterwards.
        </p>
      </div>
    </AttemptForm>
  );
}
