import type { Metadata } from 'next';
import { Brand, SimulatedMark } from '@/components/shell/brand';
import { ThemeMenu } from '@/components/shell/display-menus';
import { endOfKey, sessionOnServer } from '@/lib/relay/server-reader';
import { safeNext } from '@/lib/view/paths';
import { EndedNotice } from './ended-notice';
import { KeysHere } from './keys-here';
import { NetworkChoice } from './network-choice';
import { Ways } from './ways';

export const metadata: Metadata = { title: 'Connect' };

interface ConnectProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

/** The way in: the ways to a session, and where one goes afterwards. */
export default async function Connect({ searchParams }: ConnectProps) {
  const given = await searchParams;
  const one = (name: string) => {
    const value = given[name];
    return Array.isArray(value) ? value[0] : value;
  };
  const end = await endOfKey(one('ended'));
  const gone = end === null || end.is === 'left' ? null : end;
  const session = await sessionOnServer(one('network') ?? gone?.network);
  const next = safeNext(one('next'));
  const { index, network, networks } = session;
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
          Dagscope reads an index of the network at <span className="mono text-text">{index.host}</span>
          {index.release !== null && (
            <>
              , release <span className="mono text-text">{index.release}</span>
            </>
          )}
          . Every read needs an API key. It will be kept sealed in a cookie of this browser, which only this
          console&rsquo;s server can open; no page and no script ever holds it.
        </p>
        {networks.length > 1 && <NetworkChoice networks={networks} chosen={network} next={next} />}
        {end !== null && <EndedNotice end={end} />}
        {session.connections.length > 0 && (
          <KeysHere session={session} next={next} dead={gone?.connection ?? null} />
        )}
        <Ways
          index={index}
          network={networks.find(({ name }) => name === network)}
          several={networks.length > 1}
          next={next}
        />
      </main>
    </div>
  );
}
