// Saves rows as a file (lib/view/export-file.ts), with the index and time of the export.
import { serverClock } from '@/lib/time/server-clock';
import { asAnswered } from '@/lib/contract/read-answer';
import { useSession } from '@/components/shell/session-context';
import { joined, saveText } from '@/components/ui/save-file';
import { stringifyJson } from '@/lib/json/exact';
import {
  exportLines,
  exportName,
  exportTypes,
  manifest,
  type ExportFacts,
  type ExportForm,
} from '@/lib/view/export-file';

interface RowsToSave<Item> {
  form: ExportForm;
  items: readonly Item[];
  /** `index` defaults to the one in use. */
  facts: Omit<ExportFacts, 'index' | 'made_at'> & Partial<Pick<ExportFacts, 'index'>>;
  fields?: readonly string[];
  rowOf?: (item: Item) => object;
  units?: Readonly<Record<string, string>>;
}

/** A saved file that does not describe itself. */
export interface SavedTable {
  name: string;
  rows: number;
  complete: boolean;
  saveDescription: () => void;
}

/** Saves a file; resolves with what to say about it, or null where its first line says it. */
export function useSaveExport() {
  const { host, release, network, log_id } = useSession().index;
  return async <Item extends object>({
    form,
    items,
    facts: input,
    ...shape
  }: RowsToSave<Item>): Promise<SavedTable | null> => {
    const facts = { index: { host, release, network, log_id }, ...input, made_at: serverClock.now() };
    const answered = items.map(asAnswered);
    const text = await joined(exportLines(form, answered, facts, shape));
    const name = exportName(facts, form);
    saveText(name, text, exportTypes[form]);
    if (form === 'ndjson') return null;
    const description = `${stringifyJson(manifest(facts, form, items.length), 2)}\n`;
    return {
      name,
      rows: items.length,
      complete: facts.complete,
      saveDescription: () => saveText(name.replace(/\.csv$/, '.json'), description),
    };
  };
}
