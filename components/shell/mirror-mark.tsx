'use client';
import { useQuery } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { sessionStateQuery } from '@/lib/client/session';
import { useSession } from './session-context';

/** Marks every page of a mirror: what it mirrors, and how long ago it was known to be complete. */
export function MirrorMark() {
  const { index } = useSession();
  const { data } = useQuery({ ...sessionStateQuery, enabled: index.mirror_of !== null });
  const { mirror_of, behind_ms } = data?.index ?? index;
  if (mirror_of === null) return null;
  const behind = behind_ms === null ? 'not complete yet' : `${Math.ceil(behind_ms / 1000)} s behind`;
  return (
    <span
      data-tip={`This index copies ${mirror_of}. The age says how long ago it was known to have everything.`}
      className="inline-flex h-6 items-center gap-1.5 rounded-full border border-line px-2 text-xs whitespace-nowrap text-text-2"
    >
      <Copy size={12} aria-hidden />
      Mirror of {mirror_of.replace(/^https?:\/\//, '')}, {behind}
    </span>
  );
}
