// The page as a file: everything it was composed of, one record a line.
import { writeRunFile } from '@/lib/client/run-file';
import { shortId } from '@/lib/view/ids';
import { saveText } from '@/components/ui/save-file';
import type { ExecutionParts } from './execution-parts';

/** Hands the file to the browser. `now` and `source` (where it was read from) are written into its head. */
export function saveRun(parts: ExecutionParts, { now, source }: { now: Date; source: string }): void {
  const {
    execution_object_id,
    execution,
    structure,
    events,
    failures,
    ledger,
    gas,
    payments,
    walks,
    history,
  } = parts;
  const named = { events, failures, ledger, gas, payments, walks, history, structure };
  const listings = { events, failures, ledger, gas, payments, walks };
  const cut = Object.entries(listings).flatMap(([name, { data }]) =>
    data?.complete === false ? [[name, data.total_items]] : [],
  );
  if (history.data?.complete === false) cut.push(['history', history.data.looked]);
  const text = writeRunFile({
    head: {
      execution_object_id,
      saved_at: now.toISOString(),
      source,
      missing: [
        ...(execution === null ? ['execution'] : []),
        ...Object.entries(named).flatMap(([name, part]) => (part.data === undefined ? [name] : [])),
      ],
      cut: Object.fromEntries(cut) as Record<string, number>,
      looked: history.data?.looked ?? null,
    },
    records: {
      execution: execution === null ? [] : [execution],
      structure: structure.data === undefined ? [] : [structure.data],
      event: events.data?.items ?? [],
      submission_failure: failures.data?.items ?? [],
      ledger: ledger.data?.items ?? [],
      gas: gas.data?.items ?? [],
      payment: payments.data?.items ?? [],
      walk: walks.data?.items ?? [],
      history: history.data?.items ?? [],
    },
  });
  saveText(
    `execution-${shortId(execution_object_id).replace('…', '-')}.ndjson`,
    text,
    'application/x-ndjson',
  );
}
