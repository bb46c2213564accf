'use client';
import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { sessionRequests } from '@/lib/client/session';
import { Refusal } from './refusal';
import { useAttempt } from './use-attempt';

interface WayProps {
  where: { network: string | undefined };
  onConnected: () => void;
}

interface BoxProps {
  title: string;
  words: string;
  label: string;
  attempt: ReturnType<typeof useAttempt>;
  onGo: () => void;
  children?: ReactNode;
}

/** A way that needs nothing but a press, or a word and a press. */
function Box({ title, words, label, attempt, onGo, children }: BoxProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onGo();
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
        <p className="text-2">{words}</p>
        <Refusal error={attempt.error} />
      </div>
      {children}
      <Button type="submit" tone="primary" disabled={attempt.busy}>
        {attempt.busy ? 'Connecting…' : label}
      </Button>
    </form>
  );
}

export function DemoWay({ where, onConnected }: WayProps) {
  const attempt = useAttempt<unknown>(onConnected);
  return (
    <Box
      title="A simulated network"
      words="Nothing here happened on a chain. One button claims you a key of your own."
      label="Open the demo network"
      attempt={attempt}
      onGo={() => attempt.run(() => sessionRequests.demo(where))}
    />
  );
}

export function OperatorWay({ where, asksPassword, onConnected }: WayProps & { asksPassword: boolean }) {
  const [password, setPassword] = useState('');
  const attempt = useAttempt<unknown>(onConnected);
  const go = () => {
    setPassword('');
    attempt.run(() => sessionRequests.withOperatorKey(asksPassword ? password : undefined, where));
  };
  return (
    <Box
      title="Use this console’s own key"
      words="The operator of this console lends a key to its visitors. It never leaves the server."
      label="Use the operator’s key"
      attempt={attempt}
      onGo={go}
    >
      {asksPassword && (
        <Field label="Access password" className="w-44">
          {(control) => (
            <Input
              {...control}
              type="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
      )}
    </Box>
  );
}
