'use client';
import { useRouter } from 'next/navigation';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Panel } from '@/components/ui/panel';
import type { ClaimResult, SessionState, UnreadClaim } from '@/lib/contract/session';
import { KeyForm, RestoreForm } from './existing-key';
import { ClaimForm } from './claim-form';
import { AcceptedKey, ClaimedKey, UnreadClaimNotice } from './new-key';
import { AttemptError, useAttempt } from '@/components/connections/attempt';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import { sessionRequests } from '@/lib/client/session';

interface OptionBoxProps {
  title: string;
  text: string;
  action: string;
  attempt: Pick<ReturnType<typeof useAttempt>, 'busy' | 'error'>;
  onSubmit: () => void;
  children?: ReactNode;
}

/** An option that takes one click, or a password and a click. */
function OptionBox({ title, text, action, attempt, onSubmit, children }: OptionBoxProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form
      onSubmit={submit}
      noValidate
      aria-label={title}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md border border-accent/50 bg-accent-weak px-4 py-3.5"
    >
      <div className="min-w-60 flex-1">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-2">{text}</p>
        <AttemptError error={attempt.error} />
      </div>
      {children}
      <Button type="submit" tone="primary" disabled={attempt.busy}>
        {attempt.busy ? 'Connecting…' : action}
      </Button>
    </form>
  );
}

interface PasswordFieldProps {
  value: string;
  onChange: (value: string) => void;
}

function PasswordField({ value, onChange }: PasswordFieldProps) {
  return (
    <TextField
      label="Access password"
      className="w-44"
      type="password"
      autoComplete="current-password"
      value={value}
      onChange={onChange}
    />
  );
}

/** Where everything requires the access password first. */
function UnlockOption({ onUnlocked }: { onUnlocked: () => void }) {
  const [password, setPassword] = useState('');
  const attempt = useAttempt<unknown>(onUnlocked, { stays: true });
  const unlock = () => {
    setPassword('');
    attempt.run(() => sessionRequests.unlock(password));
  };
  return (
    <OptionBox
      title="This console is private"
      text="Enter its access password to connect."
      action="Unlock"
      attempt={attempt}
      onSubmit={unlock}
    >
      <PasswordField value={password} onChange={setPassword} />
    </OptionBox>
  );
}

interface DemoOptionProps {
  network: string | undefined;
  onClaimed: (result: ClaimResult) => void;
}

function DemoOption({ network, onClaimed }: DemoOptionProps) {
  const attempt = useAttempt(onClaimed);
  return (
    <OptionBox
      title="Simulated network"
      text="Demo data, not from a real chain. Get a free read-only key in one click."
      action="Open the demo network"
      attempt={attempt}
      onSubmit={() => attempt.run(() => sessionRequests.demo({ network }))}
    />
  );
}

interface OperatorOptionProps {
  network: string | undefined;
  needsPassword: boolean;
  onConnected: () => void;
}

function OperatorOption({ network, needsPassword, onConnected }: OperatorOptionProps) {
  const [password, setPassword] = useState('');
  const attempt = useAttempt<unknown>(onConnected);
  const connect = () => {
    setPassword('');
    attempt.run(async () => {
      if (needsPassword) await sessionRequests.unlock(password);
      return sessionRequests.withOperatorKey({ network });
    });
  };
  return (
    <OptionBox
      title="Shared key"
      text="The operator of this console shares a key with visitors. It never leaves the server."
      action="Use the operator's key"
      attempt={attempt}
      onSubmit={connect}
    >
      {needsPassword && <PasswordField value={password} onChange={setPassword} />}
    </OptionBox>
  );
}

type Outcome =
  | { kind: 'accepted' | 'claimed'; session: SessionState }
  | { kind: 'unread'; claim: UnreadClaim };

/** The ways to connect, the quickest first; then what the new key can read. */
export function ConnectOptions({ session, next }: { session: SessionState; next: string }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const router = useRouter();
  const { index, networks, password_for } = session;
  const network = networks.find(({ name }) => name === session.network);
  const name = network?.name;
  // A new document: nothing read with another key stays in memory.
  const openNext = () => window.location.assign(next);
  const onClaimed = (result: ClaimResult, then: (session: SessionState) => void) => {
    if ('unread_claim' in result) setOutcome({ kind: 'unread', claim: result as UnreadClaim });
    else then(result);
  };
  const accept = (accepted: SessionState) => setOutcome({ kind: 'accepted', session: accepted });

  if (outcome?.kind === 'unread') return <UnreadClaimNotice claim={outcome.claim} />;
  if (outcome?.kind === 'claimed') return <ClaimedKey session={outcome.session} onContinue={openNext} />;
  if (outcome?.kind === 'accepted') return <AcceptedKey session={outcome.session} onContinue={openNext} />;
  if (password_for === 'everything')
    return (
      <div className="mt-6">
        <UnlockOption onUnlocked={() => router.refresh()} />
      </div>
    );
  return (
    <div className="mt-6 flex flex-col gap-4">
      {!index.reachable && (
        <p role="alert" className="rounded-md border border-fail/40 bg-surface px-4 py-3">
          <strong className="font-semibold text-fail">The index is not responding.</strong> It may be
          starting. You can still try.
        </p>
      )}
      {index.simulated === true && (
        <DemoOption network={name} onClaimed={(result) => onClaimed(result, openNext)} />
      )}
      {network?.operator_key === true && (
        <OperatorOption
          network={name}
          needsPassword={password_for === 'operator_key'}
          onConnected={openNext}
        />
      )}
      <div className="grid items-start gap-4 md:grid-cols-[3fr_2fr]">
        <Panel
          title={networks.length > 1 && name !== undefined ? `Claim a key for ${name}` : 'Claim a key'}
          note="Read-only, instant"
        >
          <ClaimForm
            network={name}
            onClaimed={(result) =>
              onClaimed(result, (claimed) => setOutcome({ kind: 'claimed', session: claimed }))
            }
          />
        </Panel>
        <div className="flex flex-col gap-4">
          <Panel title="Use an existing key">
            <KeyForm network={name} onConnected={accept} />
          </Panel>
          <Panel title="Restore from a file">
            <RestoreForm onRestored={(result) => onClaimed(result, accept)} />
          </Panel>
        </div>
      </div>
    </div>
  );
}
