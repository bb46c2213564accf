'use client';
import { X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { IconButton } from '@/components/ui/button';

interface InspectorFrameProps {
  label: string;
  testId: string;
  /** Key of the inspected element. */
  inspected: string;
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** The frame of an inspector. */
export function InspectorFrame({ label, testId, inspected, title, onClose, children }: InspectorFrameProps) {
  return (
    <aside aria-label={label} data-testid={testId} data-inspected={inspected} className="min-w-0 pb-3">
      <header className="flex items-center gap-2 px-3 pt-2">
        <h3 className="flex min-w-0 flex-1 items-center gap-1.5 font-semibold">{title}</h3>
        <IconButton label="Close inspector" onClick={onClose}>
          <X size={14} aria-hidden />
        </IconButton>
      </header>
      {children}
    </aside>
  );
}

/** Names and values in two columns, as `dt` and `dd`. */
export function Pairs(props: Pick<ComponentProps<'dl'>, 'children'>) {
  return (
    <dl
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-3 pt-1 [&_dt]:text-3"
      {...props}
    />
  );
}
