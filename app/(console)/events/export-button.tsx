'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { FirstUse } from '@/components/ui/first-use';
import type { ExportMenuProps } from './export-menu';

const load = () => import('./export-menu');
type Code = Awaited<ReturnType<typeof load>>;

/** Exports events. An export goes on while the menu is closed, so the menu stays once it was opened. */
export function ExportButton(props: ExportMenuProps) {
  const [code, setCode] = useState<Code | null>(null);
  const trigger = <Button>Export</Button>;
  if (code !== null) return <code.ExportMenu {...props} trigger={trigger} />;
  return (
    <FirstUse opens="dialog" load={load} onLoaded={setCode}>
      {trigger}
    </FirstUse>
  );
}
