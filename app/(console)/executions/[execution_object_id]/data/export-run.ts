// Everything an execution page was composed of, as one JSON document with exact integers.
import { saveText } from '@/components/ui/save-file';
import { stringifyJson } from '@/lib/json/exact';
import { shortId } from '@/lib/view/ids';
import type { ExecutionParts } from './use-execution';

/**
 * The exported document. Listings are arrays of records as the API returned them; `missing` names the parts
 * that could not be read, `truncated` the listings that were not read to their end with their total row count.
 */
export function exportedRun(parts: ExecutionParts, { now, source }: { now: Date; source: string }) {
  const { events, failures, ledger, gas, payments, walks, history, structure, execution } = parts;
  const listings = { events, failures, ledger, gas, payments, walks };
  const truncated = Object.entries(listings).flatMap(([name, { data }]) =>
    data?.complete === false ? [[name, data.total_items] as const] : [],
  );
  if (history.data?.complete === false) truncated.push(['history', history.data.looked]);
  const missing = Object.entries({ ...listings, history, structure }).flatMap(([name, { data }]) =>
    data === undefined ? [name] : [],
  );
  return {
    execution_object_id: parts.execution_object_id,
    exported_at: now.toISOString(),
    source,
    missing: execution === null ? ['execution', ...missing] : missing,
    truncated: Object.fromEntries(truncated),
    execution,
    structure: structure.data ?? null,
    ...Object.fromEntries(Object.entries(listings).map(([name, { data }]) => [name, data?.items ?? []])),
    history: history.data?.items ?? [],
  };
}

export function saveRun(parts: ExecutionParts, at: { now: Date; source: string }): void {
  const name = `execution-${shortId(parts.execution_object_id).replace('…', '-')}.json`;
  saveText(name, `${stringifyJson(exportedRun(parts, at), 2)}\n`);
}
