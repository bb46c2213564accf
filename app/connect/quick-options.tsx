'use client';
import { useState, type FormEvent, type ReactNode } from 'react';
import { AttemptError, useAttempt } from '@/components/connections/attempt';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import { sessionRequests } from '@/lib/client/session';
import type { ClaimResult } from '@/lib/contract/session';

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
export function UnlockOption({ onUnlocked }: { onUnlocked: () => void }) {
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

export function DemoOption({ network, onClaimed }: DemoOptionProps) {
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

export function OperatorOption({ network, needsPassword, onConnected }: OperatorOptionProps) {
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
      text="The operator of this console lends a key to visitors. It never leaves the server."
      action="Use the operator’s key"
      attempt={attempt}
      onSubmit={connect}
    >
      {needsPassword && <PasswordField value={password} onChange={setPassword} />}
    </OptionBox>
  );
}
