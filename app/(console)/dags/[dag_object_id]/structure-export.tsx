'use client';
import { Download } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { DagStructure } from '@/lib/contract/dags';
import { stringifyJson } from '@/lib/json/exact';
import { shortId } from '@/lib/view/ids';
import { saveText } from '@/components/ui/save-file';

/** Saves the structure as the index answered it, integers exact. */
export function StructureExport({ structure }: { structure: DagStructure }) {
  const name = `dag-${shortId(structure.object_id).replace('…', '-')}.json`;
  return (
    <Button onClick={() => saveText(name, `${stringifyJson(structure, 2)}\n`)}>
      <Download size={14} aria-hidden />
      Export JSON
    </Button>
  );
}
