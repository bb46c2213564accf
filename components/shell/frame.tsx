'use client';
import { Menu as MenuIcon } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState, type ReactNode } from 'react';
import { IconButton } from '@/components/ui/button';
import { Brand, SimulatedMark } from './brand';
import { DisplayMenu, ZoneMenu } from './display-menus';
import { Rail } from './rail';
import { useSession } from './session-context';
import { ShellKeys } from './shell-keys';

const Drawer = dynamic(async () => (await import('@/components/ui/dialog')).Drawer);

interface FrameProps {
  omnibox: ReactNode;
  switcher?: ReactNode;
  connection?: ReactNode;
  actions?: ReactNode;
  notice?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: rail (a drawer on narrow screens), top bar and content. */
export function Frame({ omnibox, switcher, connection, actions, notice, children }: FrameProps) {
  const [open, setOpen] = useState(false);
  const simulated = useSession().index.simulated === true;
  return (
    <div className="min-h-screen md:grid md:grid-cols-[204px_minmax(0,1fr)]">
      <ShellKeys />
      <a
        href="#page"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-sm bg-accent px-3 py-1.5 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-screen flex-col overflow-y-auto border-r border-line bg-surface px-2 py-2.5 md:flex">
        <div className="px-2 pt-1 pb-3">
          <Brand />
        </div>
        <Rail switcher={switcher} />
      </aside>
      {open && (
        <Drawer open onOpenChange={setOpen} side="left" title={<Brand />} className="w-[min(280px,85vw)]">
          <Rail switcher={switcher} onGo={() => setOpen(false)} />
        </Drawer>
      )}
      <div className="flex min-w-0 flex-col">
        <header className="sticky top-0 z-30 flex h-12 shrink-0 items-center gap-2 border-b border-line bg-surface px-3 md:gap-3 md:px-5">
          <IconButton label="Open menu" className="shrink-0 md:hidden" onClick={() => setOpen(true)}>
            <MenuIcon size={17} aria-hidden />
          </IconButton>
          <div className="min-w-0 flex-1 md:max-w-[460px]">{omnibox}</div>
          <div className="ml-auto flex shrink-0 items-center gap-1.5 md:gap-2.5">
            {simulated && (
              <div className="hidden lg:block">
                <SimulatedMark />
              </div>
            )}
            {connection}
            <div className="hidden sm:block">
              <ZoneMenu />
            </div>
            {actions}
            <DisplayMenu />
          </div>
        </header>
        {simulated && (
          <div className="flex items-center justify-between gap-2 border-b border-line bg-surface px-3 py-1.5 lg:hidden">
            <SimulatedMark />
            <span className="sm:hidden">
              <ZoneMenu />
            </span>
          </div>
        )}
        {notice}
        <main id="page" tabIndex={-1} className="min-w-0 flex-1 px-3 pt-4 pb-8 outline-none md:px-5">
          {children}
        </main>
      </div>
    </div>
  );
}
