import type { Metadata } from 'next';
import { Brand, SimulatedMark } from '@/components/shell/brand';
import { ThemeMenu } from '@/components/shell/display-menus';
import { endOfKey, sessionOnServer } from '@/lib/relay/server-reader';
import { safeNext, connect, sameListElsewhere } from '@/lib/view/paths';
import { ConnectOptions } from './connect-options';
import { BrowserKeys } from './browser-keys';
import { NetworkIntro } from './network-intro';
import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Time } from '@/components/values/time';
import Link from 'next/link';
import { Chip } from '@/components/ui/chip';
import { classNames } from '@/components/ui/class-names';
import type { NetworkState } from '@/lib/contract/session';
import { Mono } from '@/components/ui/mono';

interface NetworkChoiceProps {
  networks: readonly NetworkState[];
  selected: string;
  next: string;
}

/** Which of the console's networks the key is for. Each has its own address, so it can be linked to. */
function NetworkChoice({ networks, selected, next }: NetworkChoiceProps) {
  return (
    <nav aria-label="Network" className="mt-4 flex flex-wrap items-center gap-1.5">
      <span className="mr-1 text-xs font-medium text-2">Network</span>
      {networks.map(({ name, host }) => (
        <Link
          key={name}
          href={connect(name === selected ? next : sameListElsewhere(next), { network: name })}
          prefetch={false}
          aria-current={name === selected ? 'true' : undefined}
          data-tip={host}
        >
          <Chip
            className={classNames(
              'hover:border-line-strong hover:text-text',
              name === selected ? 'border-accent! bg-accent-weak! text-text!' : '',
            )}
          >
            {name}
          </Chip>
        </Link>
      ))}
    </nav>
  );
}

interface EndedNoticeProps {
  end: {
    reason: 'expired' | 'index_reset' | 'rejected' | 'withdrawn' | 'network_removed' | 'disconnected';
    key_id?: string | null;
    /** When a key expired. */
    at?: string;
  };
}

function explain({ reason, key_id, at }: EndedNoticeProps['end']): ReactNode {
  const key =
    key_id === null || key_id === undefined ? (
      'Your key'
    ) : (
      <>
        Key <Mono className="break-all">{key_id}</Mono>
      </>
    );
  switch (reason) {
    case 'expired':
      return at === undefined ? (
        <>{key} has expired.</>
      ) : (
        <>
          {key} expired <Time at={at} clock="indexed" />.
        </>
      );
    case 'index_reset':
      return <>{key} is unknown to the index: its data was reset. Its contact can claim a new key.</>;
    case 'rejected':
      return <>{key} is no longer accepted by the index: it was revoked or has expired.</>;
    case 'withdrawn':
      return 'The operator no longer shares a key.';
    case 'network_removed':
      return <>{key} belongs to a network that this console no longer serves.</>;
    case 'disconnected':
      return 'The key of the page you came from was disconnected or replaced in another tab.';
  }
}

/** Why the visitor was sent here, and that nothing else is lost. */
function EndedNotice({ end }: EndedNoticeProps) {
  return (
    <section role="alert" className="mt-6 flex gap-3 rounded-md border border-warn/50 bg-surface px-4 py-3">
      <KeyRound size={16} className="mt-0.5 shrink-0 text-warn" aria-hidden />
      <div className="min-w-0">
        <p>{explain(end)}</p>
        <p className="text-2">
          Connect again to return to the page you came from. Its filters, your saved views and your place in
          the feed are kept.
        </p>
      </div>
    </section>
  );
}

export const metadata: Metadata = { title: 'Connect' };

interface ConnectProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Connects the browser with a key, then opens the page it came from. */
export default async function Connect({ searchParams }: ConnectProps) {
  const parameters = await searchParams;
  const parameter = (name: string) => {
    const value = parameters[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const end = await endOfKey(parameter('ended'));
  const ended = end === null || end.reason === 'disconnected' ? null : end;
  const session = await sessionOnServer(parameter('network') ?? ended?.network);
  const next = safeNext(parameter('next'));
  const { index, network, networks, password_for } = session;
  return (
    <div className="min-h-screen">
      <header className="flex h-12 items-center gap-3 border-b border-line bg-surface px-4 md:px-6">
        <Brand />
        <div className="ml-auto flex items-center gap-2.5">
          {index.simulated === true && <SimulatedMark />}
          <ThemeMenu />
        </div>
      </header>
      <main className="mx-auto max-w-[880px] px-4 pt-8 pb-16 md:px-6 md:pt-12">
        <h1 className="text-[22px] leading-[30px] font-semibold tracking-tight">Connect to the index</h1>
        <p className="mt-1 max-w-[68ch] text-2">
          Dagscope reads the index at <Mono className="text-text">{index.host}</Mono>
          {(index.chain ?? null) !== null && (
            <>
              {' '}
              of <Mono className="text-text">{index.network}</Mono>
            </>
          )}
          {index.release !== null && (
            <>
              , release <Mono className="text-text">{index.release}</Mono>
            </>
          )}
          . Every request needs an API key. It stays sealed in a cookie in this browser that only this
          console&rsquo;s server can open; no page or script can read it.
        </p>
        {session.connections.length === 0 && end === null && <NetworkIntro />}
        {networks.length > 1 && password_for !== 'everything' && (
          <NetworkChoice networks={networks} selected={network} next={next} />
        )}
        {end !== null && <EndedNotice end={end} />}
        {session.connections.length > 0 && (
          <BrowserKeys session={session} next={next} ended={ended?.connection ?? null} />
        )}
        <ConnectOptions session={session} next={next} />
      </main>
    </div>
  );
}
