// Saves rows as a file (lib/view/export-file.ts), with the index and time of the export.
import { asAnswered } from '@/lib/contract/read-answer';
import { useSession } from '@/components/shell/session-context';
import { saveText } from '@/components/ui/save-file';
import {
  exportLines,
  exportName,
  exportTypes,
  type ExportFacts,
  type ExportForm,
} from '@/lib/view/export-file';

/** Lines are written in slices of this length, so that the page stays responsive. */
const SLICE_MS = 16;

async function join(lines: Iterable<string>): Promise<string> {
  const parts: string[] = [];
  let sliceStart = performance.now();
  for (const line of lines) {
    parts.push(line);
    if (performance.now() - sliceStart < SLICE_MS) continue;
    await new Promise((done) => setTimeout(done, 0));
    sliceStart = performance.now();
  }
  return parts.join('');
}

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
    const answered = items.map(asAnswered);
    const text = await join(exportLines(form, answered, facts, shape));
    saveText(exportName(facts, form), text, exportTypes[form]);
  };
}
