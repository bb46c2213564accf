'use client';
import { lazy, useState } from 'react';
import type { Trigger } from '@/components/ui/first-use';
import { Popover } from '@/components/ui/popover';

const AlertsPanel = lazy(async () => ({ default: (await import('./alerts-panel')).AlertsPanel }));

export function AlertsPopover({ trigger }: { trigger: Trigger }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen} label="Alerts" trigger={trigger}>
      <AlertsPanel onNavigate={() => setOpen(false)} />
    </Popover>
  );
}
