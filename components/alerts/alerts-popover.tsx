'use client';
import { lazy, useState, type ReactNode } from 'react';
import { Popover } from '@/components/ui/popover';

const AlertsPanel = lazy(async () => ({ default: (await import('./alerts-panel')).AlertsPanel }));

export function AlertsPopover({ trigger }: { trigger: ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover open={open} onOpenChange={setOpen} label="Alerts" trigger={trigger}>
      <AlertsPanel onNavigate={() => setOpen(false)} />
    </Popover>
  );
}
