'use client';
import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { DagStructure } from '@/lib/contract/dags';
import { stringifyJson } from '@/lib/json/exact';
import { shortId } from '@/lib/view/ids';

/** Saves the structure as the index answered it, integers exact. */
export function StructureExport({ structure }: { structure: DagStructure }) {
  const save = () => {
    const url = URL.createObjectURL(
      new Blob([`${stringifyJson(structure, 2)}\n`], { type: 'application/json' }),
    );
    const link = document.createElement('a');
    link.href = url;
    link.download = `dag-${shortId(structure.object_id).replace('…', '-')}.json`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <Button onClick={save}>
      <Download size={14} aria-hidden />
      Export JSON
    </Button>
  );
}
