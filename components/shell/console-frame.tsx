'use client';
import { copyText } from '@/components/ui/copy-text';
import { Braces, Menu as MenuIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useEffect, useState, type ReactNode } from 'react';
import { AlertBell } from '@/components/alerts/alert-bell';
import { ExpiryNotice } from '@/components/connections/expiry-notice';
import { ConnectionPill } from '@/components/live/connection-pill';
import { LabelsProvider } from '@/components/labels/labels-provider';
import { LiveNotice } from '@/components/live/live-notice';
import { LiveProvider } from '@/components/live/live-provider';
import { IconButton } from '@/components/ui/button';
import { MadeAt } from '@/components/values/now';
import { setPreferences } from '@/components/values/preferences';
import { adoptConnection, leaveIfKeyRejected } from '@/lib/client/connection-in-use';
import { requestNames } from '@/lib/client/names';
import { read } from '@/lib/client/read';
import { serverClock } from '@/lib/time/server-clock';
import type { SessionState } from '@/lib/contract/session';
import { Brand, SimulatedMark } from './brand';
import { ClockNotice } from './clock-notice';
import { DisplayMenu, ZoneMenu } from './display-menus';
import { NewVersionNotice } from './new-version-notice';
import { Omnibox } from './omnibox';
import { clearRecents, recentOf, rememberRecent } from './recents';
import { Sidebar } from './sidebar';
import { isCopy, SourceMark } from './source-mark';
import { SessionProvider, useSession } from './session-context';
import { StaleReads } from './stale-reads';
import { useShortcut, shortcuts, type ShortcutName } from './shortcuts';
import { usePathname, useRouter } from 'next/navigation';

const HoverCards = dynamic(async () => (await import('@/components/record/hover-cards')).HoverCards, {
  ssr: false,
});
const ShortcutSheet = dynamic(async () => (await import('./shortcut-sheet')).ShortcutSheet);
const pageShortcuts = [...shortcuts].flatMap(([name, { href }]) =>
  href === undefined ? [] : [{ name, href }],
);

function PageShortcut({ name, href }: { name: ShortcutName; href: string }) {
  const router = useRouter();
  useShortcut(name, () => router.push(href));
  return null;
}

/** Page shortcuts, the shortcut sheet, and recording what was viewed. */
function ShellKeys() {
  const pathname = usePathname() ?? '';
  const [sheet, setSheet] = useState(false);
  useShortcut('sheet', () => setSheet(true));
  useEffect(() => {
    const recent = recentOf(pathname);
    if (recent !== null) rememberRecent(recent);
  }, [pathname]);
  return (
    <>
      {pageShortcuts.map(({ name, href }) => (
        <PageShortcut key={name} name={name} href={href} />
      ))}
      {sheet && <ShortcutSheet onClose={() => setSheet(false)} />}
    </>
  );
}

const Drawer = dynamic(async () => (await import('@/components/ui/dialog')).Drawer);
const ManageLabelsDialog = dynamic(
  async () => (await import('@/components/labels/manage-labels-dialog')).ManageLabelsDialog,
);
const RequestsDialog = dynamic(async () => (await import('./requests-dialog')).RequestsDialog);

/** At module level, so that every render passes the same function; its code loads with the first search. */
const find = async (text: string, signal: AbortSignal) =>
  (await import('@/lib/client/omnibox-search')).findObject(read, text, signal);

const requestRecents = (ids: readonly string[]) => requestNames(read, ids);

interface ConsoleFrameProps {
  session: SessionState;
  /** When the server rendered the page, in milliseconds. */
  madeAt: number;
  buildId: string | null;
  children: ReactNode;
}

/** Commands offered in the search box. */
function useActions(onRequests: () => void, onLabels: () => void) {
  return [
    { title: 'Show API requests', run: onRequests },
    { title: 'Labels: export, import, delete', run: onLabels },
    {
      title: 'Copy link',
      run: () => void copyText(window.location.href),
    },
    { title: 'Dark theme', run: () => setPreferences({ theme: 'dark' }) },
    { title: 'Light theme', run: () => setPreferences({ theme: 'light' }) },
    { title: 'Times in UTC', run: () => setPreferences({ zone: 'utc' }) },
    { title: 'Times in local time', run: () => setPreferences({ zone: 'local' }) },
    { title: 'Clear recently viewed', run: clearRecents },
  ];
}

/** Sidebar (a drawer on narrow screens), top bar and content. */
function Frame({ buildId, children }: Pick<ConsoleFrameProps, 'buildId' | 'children'>) {
  const [open, setOpen] = useState(false);
  const [requests, setRequests] = useState(false);
  const [labels, setLabels] = useState(false);
  const actions = useActions(
    () => setRequests(true),
    () => setLabels(true),
  );
  useShortcut('requests', () => setRequests(true));
  const { index } = useSession();
  const simulated = index.simulated === true;
  const copied = isCopy(index);
  return (
    <div className="min-h-screen md:grid md:grid-cols-[204px_minmax(0,1fr)] print:block">
      <ShellKeys />
      <a
        href="#page"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-sm bg-accent px-3 py-1.5 font-medium text-on-accent focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-screen flex-col overflow-y-auto border-r border-line bg-surface px-2 py-2.5 md:flex print:hidden">
        <div className="px-2 pt-1 pb-3">
          <Brand />
        </div>
        <Sidebar />
      </aside>
      {open && (
        <Drawer open onOpenChange={setOpen} side="left" title={<Brand />} className="w-[min(280px,85vw)]">
          <Sidebar onGo={() => setOpen(false)} />
        </Drawer>
      )}
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-30 flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-3 md:gap-3 md:px-5 print:hidden">
          <IconButton label="Open menu" className="shrink-0 md:hidden" onClick={() => setOpen(true)}>
            <MenuIcon size={17} aria-hidden />
          </IconButton>
          <div className="min-w-0 flex-1 md:max-w-[460px]">
            <Omnibox find={find} actions={actions} onOpen={requestRecents} />
          </div>
          <div className="ml-auto flex shrink-0 items-center gap-1.5 md:gap-2.5">
            <div className="hidden gap-2 lg:flex">
              <SourceMark />
              {simulated && <SimulatedMark />}
            </div>
            <ConnectionPill />
            <div className="hidden sm:block">
              <ZoneMenu />
            </div>
            <AlertBell />
            <IconButton label="API requests" onClick={() => setRequests(true)}>
              <Braces size={15} aria-hidden />
            </IconButton>
            <DisplayMenu onLabels={() => setLabels(true)} />
          </div>
        </header>
        {(simulated || copied) && (
          <section
            aria-label="Network"
            className="flex flex-wrap items-center justify-between gap-2 border-b border-line bg-surface px-3 py-1.5 lg:hidden"
          >
            <SourceMark />
            {simulated && <SimulatedMark />}
            <span className="sm:hidden">
              <ZoneMenu />
            </span>
          </section>
        )}
        <NewVersionNotice buildId={buildId} />
        <main id="page" tabIndex={-1} className="min-w-0 flex-1 px-3 pt-4 pb-8 outline-none md:px-5">
          <ExpiryNotice />
          <LiveNotice />
          <ClockNotice />
          <StaleReads />
          {children}
        </main>
      </div>
      {labels && <ManageLabelsDialog onClose={() => setLabels(false)} />}
      {requests && <RequestsDialog onClose={() => setRequests(false)} />}
    </div>
  );
}

/** The frame of every page, with the session and the live feed. */
export function ConsoleFrame({ session, madeAt, buildId, children }: ConsoleFrameProps) {
  if (typeof window !== 'undefined') serverClock.noteDocument(madeAt);
  // Before the first read of any page below.
  const same = adoptConnection(session);
  useEffect(() => {
    if (!same) window.location.reload();
  }, [same]);
  return (
    <MadeAt value={madeAt}>
      <SessionProvider session={session}>
        <LiveProvider onSignedOut={leaveIfKeyRejected}>
          <LabelsProvider>
            <HoverCards />
            <Frame buildId={buildId}>{children}</Frame>
          </LabelsProvider>
        </LiveProvider>
      </SessionProvider>
    </MadeAt>
  );
}
