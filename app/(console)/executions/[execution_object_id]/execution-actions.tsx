'use client';
import { Check, Download, Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { saveText } from '@/components/ui/save-file';
import { stringifyJson } from '@/lib/json/exact';
import { shortId } from '@/lib/view/ids';
import type { ExecutionParts } from './use-execution';

/**
 * The exported document. Listings are arrays of records as the API returned them; `missing` names the parts
 * that could not be read, `truncated` the listings that were not read to their end with their total row count.
 */
export function exportedRun(parts: ExecutionParts, { now, source }: { now: Date; source: string }) {
  const { events, failures, ledger, gas, payments, history, structure, execution } = parts;
  const listings = { events, failures, ledger, gas, payments };
  const truncated = Object.entries(listings).flatMap(([name, { data }]) =>
    data?.complete === false ? [[name, data.total_items] as const] : [],
  );
  if (history.data?.complete === false) truncated.push(['history', history.data.searched]);
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

/** A link to this exact view, and everything the page was composed of as one file. */
export function ExecutionActions({ parts }: { parts: ExecutionParts }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard?.writeText(window.location.href).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const save = () => {
    const name = `execution-${shortId(parts.execution_object_id).replace('…', '-')}.json`;
    const run = exportedRun(parts, { now: new Date(), source: window.location.host });
    saveText(name, `${stringifyJson(run, 2)}\n`);
  };
  const { events, failures, ledger, gas, payments, structure, history } = parts;
  const read = [events, failures, ledger, gas, payments, structure, history];
  // A file written now would name what is still loading as missing.
  const loading = read.some(({ isLoading }) => isLoading);
  return (
    <>
      <Button onClick={copy}>
        {copied ? <Check size={14} aria-hidden /> : <Link2 size={14} aria-hidden />}
        <span aria-live="polite">{copied ? 'Copied' : 'Copy link'}</span>
      </Button>
      <Button disabled={loading} onClick={save}>
        <Download size={14} aria-hidden />
        Export JSON
      </Button>
    </>
  );
}
