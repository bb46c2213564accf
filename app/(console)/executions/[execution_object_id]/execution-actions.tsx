'use client';
import { Check, Download, Link2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { stringifyJson } from '@/lib/json/exact';
import { shortId } from '@/lib/view/ids';
import { saveText } from '@/app/(console)/save-text';
import type { ComposedExecution } from './use-execution';

/** A link to exactly this screen, and everything the page was composed of as JSON. */
export function ExecutionActions({ id, composed }: { id: string; composed: ComposedExecution }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard?.writeText(window.location.href).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  const save = () => {
    const { execution, events, failures, ledger, payments, structure } = composed;
    const parts = {
      execution,
      events: events.data?.items ?? null,
      submission_failures: failures.data?.items ?? null,
      payment_ledger: ledger.data?.items ?? null,
      payments: payments.data?.items ?? null,
      dag_structure: structure.data ?? null,
    };
    saveText(`execution-${shortId(id).replace('…', '-')}.json`, `${stringifyJson(parts, 2)}\n`);
  };
  return (
    <>
      <Button onClick={copy}>
        {copied ? <Check size={14} aria-hidden /> : <Link2 size={14} aria-hidden />}
        <span aria-live="polite">{copied ? 'Copied' : 'Copy link'}</span>
      </Button>
      <Button onClick={save}>
        <Download size={14} aria-hidden />
        Export JSON
      </Button>
    </>
  );
}
