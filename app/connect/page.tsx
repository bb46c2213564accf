import type { Metadata } from 'next';
import { Brand, SimulatedMark } from '@/components/shell/brand';
import { ThemeMenu } from '@/components/shell/display-menus';
import { endOfKey, sessionOnServer } from '@/lib/relay/server-reader';
import { safeNext } from '@/lib/view/paths';
import { ConnectOptions } from './connect-options';
import { EndedNotice } from './ended-notice';
import { HeldKeys } from './held-keys';
import { NetworkChoice } from './network-choice';

export const metadata: Metadata = { title: 'Connect' };

interface ConnectProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** Connects the browser with a key, then opens the page it came from. */
export default async function Connect({ searchParams }: ConnectProps) {
  const given = await searchParams;
  const one = (name: string) => {
    const value = given[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const end = await endOfKey(one('ended'));
  const ended = end === null || end.reason === 'disconnected' ? null : end;
  const session = await sessionOnServer(one('network') ?? ended?.network);
  const next = safeNext(one('next'));
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
          Dagscope reads the index at <span className="mono text-text">{index.host}</span>
          {index.release !== null && (
            <>
              , release <span className="mono text-text">{index.release}</span>
            </>
          )}
          . Every request needs an API key. It stays sealed in a cookie of this browser that only this
          console&rsquo;s server can open; no page or script can read it.
        </p>
        {networks.length > 1 && password_for !== 'everything' && (
          <NetworkChoice networks={networks} chosen={network} next={next} />
        )}
        {end !== null && <EndedNotice end={end} />}
        {session.connections.length > 0 && (
          <HeldKeys session={session} next={next} ended={ended?.connection ?? null} />
        )}
        <ConnectOptions session={session} next={next} />
      </main>
    </div>
  );
}
