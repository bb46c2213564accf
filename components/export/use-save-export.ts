// Saves rows as a file (lib/view/export-file.ts), with the index and time of the export.
import { useSession } from '@/components/shell/session-context';
import { joined, saveText } from '@/components/ui/save-file';
import {
  exportLines,
  exportName,
  exportTypes,
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

export function useSaveExport() {
  const { host, release, network, log_id } = useSession().index;
  return async <Item extends object>({ form, items, facts: input, ...shape }: RowsToSave<Item>) => {
    const facts = { index: { host, release, network, log_id }, ...input, made_at: Date.now() };
    const text = await joined(exportLines(form, items, facts, shape));
    saveText(exportName(facts, form), text, exportTypes[form]);
  };
}
