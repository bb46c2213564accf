'use client';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { runningBuild } from '@/lib/client/running-build';

const EVERY_MS = 5 * 60_000;

/** A tab that was left open across a deploy says so: its page and the relay behind it are of different builds. */
export function NewerVersion({ buildId }: { buildId: string | null }) {
  const [newer, setNewer] = useState(false);
  useEffect(() => {
    if (buildId === null) return;
    const look = async () => {
      if (document.hidden) return;
      const running = await runningBuild((input, init) => fetch(input, init));
      if (running !== null && running !== buildId) setNewer(true);
    };
    const timer = setInterval(() => void look(), EVERY_MS);
    const onShow = () => void look();
    document.addEventListener('visibilitychange', onShow);
    window.addEventListener('focus', onShow);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onShow);
      window.removeEventListener('focus', onShow);
    };
  }, [buildId]);
  if (!newer) return null;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-accent bg-accent-weak px-5 py-1.5"
    >
      <span>
        A new version of this console is there. This page goes on with the old one until it is loaded again.
      </span>
      <Button size="small" className="ml-auto" onClick={() => window.location.reload()}>
        Load the new version
      </Button>
    </div>
  );
}
