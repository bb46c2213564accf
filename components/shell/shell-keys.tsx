'use client';
import { usePathname, useRouter } from 'next/navigation';
import { lazy, Suspense, useEffect, useState } from 'react';
import { recentOf, rememberRecent } from './recents';
import { shortcuts, type ShortcutName } from './shortcuts';
import { networkStorage } from './network-storage';
import { useShortcut } from './use-shortcut';

const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet')).ShortcutSheet }));
const going = [...shortcuts].flatMap(([name, { href }]) => (href === undefined ? [] : [{ name, href }]));

function GoKey({ name, href }: { name: ShortcutName; href: string }) {
  const router = useRouter();
  useShortcut(name, () => router.push(href));
  return null;
}

/** The keys that work on every page, the sheet that tells them all, and the memory of what was looked at. */
export function ShellKeys() {
  const pathname = usePathname() ?? '';
  const [sheet, setSheet] = useState(false);
  useShortcut('sheet', () => setSheet(true));
  useEffect(() => {
    const recent = recentOf(pathname);
    if (recent !== null) rememberRecent(networkStorage(), recent);
  }, [pathname]);
  return (
    <>
      {going.map(({ name, href }) => (
        <GoKey key={name} name={name} href={href} />
      ))}
      <Suspense>{sheet && <ShortcutSheet onClose={() => setSheet(false)} />}</Suspense>
    </>
  );
}
