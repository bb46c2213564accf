'use client';
import { usePathname, useRouter } from 'next/navigation';
import dynamic from 'next/dynamic';
import { useEffect, useState } from 'react';
import { recentOf, rememberRecent } from './recents';
import { shortcuts, type ShortcutName, useShortcut } from './shortcuts';

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
export function ShellKeys() {
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
