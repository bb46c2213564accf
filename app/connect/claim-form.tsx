'use client';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { sessionRequests } from '@/lib/client/session';
import { claimRequest } from '@/lib/contract/keys';
import { scopes, type Scope } from '@/lib/contract/scopes';
import type { SessionState } from '@/lib/contract/session';
import { opensWhat } from '@/lib/view/scope-words';
import { Refusal } from './refusal';
import { useAttempt } from './use-attempt';

type Faults = Partial<Record<'email' | 'handle' | 'scopes', string>>;

/** A refusal of the index names its field as `email: what is wrong`. */
function faultsOf(message: string): Faults {
  const field = /^(email|handle|scopes)\b[^:]*: (.+)$/.exec(message);
  return field?.[1] === undefined ? {} : { [field[1]]: field[2] };
}

interface ClaimFormProps {
  where: { network: string | undefined };
  onClaimed: (session: SessionState) => void;
}

/** Claims a read-only key for a contact (spec 4.3). The form checks what the index will check, by the same schema. */
export function ClaimForm({ where, onClaimed }: ClaimFormProps) {
  const [email, setEmail] = useState('');
  const [handle, setHandle] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set(scopes));
  const [faults, setFaults] = useState<Faults>({});
  const attempt = useAttempt(onClaimed);
  const shown: Faults =
    attempt.error?.status === 400 ? { ...faultsOf(attempt.error.message), ...faults } : faults;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const checked = claimRequest.safeParse({
      email,
      scopes: [...chosen],
      ...(handle.trim() === '' ? {} : { handle }),
    });
    if (!checked.success) {
      const found: Record<string, string> = {};
      for (const issue of checked.error.issues) found[String(issue.path[0])] ??= issue.message;
      setFaults(found);
      return;
    }
    setFaults({});
    attempt.run(() => sessionRequests.claim({ ...checked.data, ...where }));
  };

  const toggle = (scope: Scope) => {
    const next = new Set(chosen);
    if (!next.delete(scope)) next.add(scope);
    setChosen(next);
  };

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-3.5 px-3 py-3.5">
      <Field label="Email" hint="recorded, not verified" error={shown.email}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="email"
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field label="Messaging handle, optional" hint="with or without a leading @" error={shown.handle}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            value={handle}
            onChange={(event) => setHandle(event.target.value)}
          />
        )}
      </Field>
      <fieldset aria-describedby={shown.scopes === undefined ? undefined : 'scopes-fault'}>
        <legend className="mb-1 text-xs font-medium text-2">Scopes: what the key may read</legend>
        <ul className="flex flex-col">
          {scopes.map((scope) => (
            <li key={scope}>
              <label className="flex cursor-pointer items-baseline gap-2.5 rounded-sm px-1 py-[3px] hover:bg-surface-2">
                <input
                  type="checkbox"
                  className="translate-y-0.5 accent-accent"
                  checked={chosen.has(scope)}
                  onChange={() => toggle(scope)}
                />
                <span className="w-[118px] shrink-0 mono">{scope}</span>
                <span className="text-2">{opensWhat(scope)}</span>
              </label>
            </li>
          ))}
        </ul>
        {shown.scopes !== undefined && (
          <p id="scopes-fault" className="mt-1 text-xs text-fail">
            {shown.scopes}
          </p>
        )}
      </fieldset>
      <div className="rounded-sm bg-surface-2 px-3 py-2 text-xs text-2">
        <p>
          <strong className="font-medium text-text">Good for</strong> reading{' '}
          {chosen.size === scopes.length
            ? 'everything above'
            : `what ${chosen.size} of ${scopes.length} scopes open`}
          , and for nothing else. The index sets its limit and its expiry, and tells them with the key. While
          it lives, this contact cannot claim another.
        </p>
        <p className="mt-1">
          <strong className="font-medium text-text">Where it lives:</strong> sealed in a cookie of this
          browser, opened by this console’s server alone. Neither you nor a page will see it; you can save a
          recovery file.
        </p>
      </div>
      <div>
        <Button type="submit" tone="primary" disabled={attempt.busy}>
          {attempt.busy ? 'Claiming…' : 'Claim a key and connect'}
        </Button>
        <Refusal error={attempt.error} />
      </div>
    </form>
  );
}
