'use client';
import { useEffect, useState } from 'react';
import { Button } from '@/components/ui/button';
import { runningBuild } from '@/lib/client/session';

const EVERY_MS = 5 * 60_000;

/** Notifies a tab left open across a deploy that the server runs another build. */
export function NewVersionNotice({ buildId }: { buildId: string | null }) {
  const [newer, setNewer] = useState(false);
  useEffect(() => {
    if (buildId === null) return;
    const check = async () => {
      if (document.hidden) return;
      const running = await runningBuild();
      if (running !== null && running !== buildId) setNewer(true);
    };
    const onShow = () => void check();
    const timer = setInterval(onShow, EVERY_MS);
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
      <span>A new version is available.</span>
      <Button size="small" className="ml-auto" onClick={() => window.location.reload()}>
        Reload
      </Button>
    </div>
  );
}
