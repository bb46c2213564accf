'use client';
import { Check, Download, FolderOpen, Link2 } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { executionFile } from '@/lib/view/paths';
import type { ExecutionParts } from './execution-parts';
import { saveRun } from './save-run';

/** A link to exactly this screen, and everything the page was composed of as one file. */
export function ExecutionActions({ parts }: { parts: ExecutionParts }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    void navigator.clipboard?.writeText(window.location.href).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <>
      <Button onClick={copy}>
        {copied ? <Check size={14} aria-hidden /> : <Link2 size={14} aria-hidden />}
        <span aria-live="polite">{copied ? 'Copied' : 'Copy link'}</span>
      </Button>
      <Button onClick={() => saveRun(parts, { now: new Date(), source: window.location.host })}>
        <Download size={14} aria-hidden />
        Save as file
      </Button>
      <Button asChild>
        <Link href={executionFile()} prefetch={false}>
          <FolderOpen size={14} aria-hidden />
          Open a file
        </Link>
      </Button>
    </>
  );
}
