'use client';
import { Tag } from 'lucide-react';
import dynamic from 'next/dynamic';
import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { useLabel } from '@/components/values/names';
import { recordOf } from '@/lib/view/paths';
import { labelTarget } from './label-target';

const LabelDialog = dynamic(async () => (await import('./label-dialog')).LabelDialog);

/** The label of the record that the page shows, and the way to edit it. */
export function LabelButton() {
  const [open, setOpen] = useState(false);
  const target = labelTarget(recordOf(usePathname() ?? ''));
  const label = useLabel(target?.ref ?? '');
  if (target === null) return null;
  return (
    <>
      <Button tone="quiet" size="small" onClick={() => setOpen(true)} data-tip={label && 'Edit label'}>
        <Tag size={12} aria-hidden />
        {label === undefined ? (
          'Add label'
        ) : (
          <>
            <span className="sr-only">Edit label: </span>
            <span className="max-w-60 truncate">{label}</span>
          </>
        )}
      </Button>
      {open && <LabelDialog target={target} onClose={() => setOpen(false)} />}
    </>
  );
}
