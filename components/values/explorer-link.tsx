'use client';
// Opens an id in a public explorer of the network's chain. Only the id is sent, without a referrer.
import { ExternalLink } from 'lucide-react';
import { use, type ReactNode } from 'react';
import { isDigest, isObjectId } from '@/lib/contract/ids';
import { ExplorerAddress } from './explorer';

const KINDS = { object: 'object', address: 'account', transaction: 'tx' };

interface ExplorerLinkProps {
  kind: keyof typeof KINDS;
  id: string;
  /** Before the icon. */
  children?: ReactNode;
}

/** Renders nothing without a configured explorer, on a simulated network, or for an invalid id. */
export function ExplorerLink({ kind, id, children }: ExplorerLinkProps) {
  const address = use(ExplorerAddress);
  if (address === null || !(kind === 'transaction' ? isDigest(id) : isObjectId(id))) return null;
  const href = address.replaceAll('{kind}', KINDS[kind]).replaceAll('{id}', id);
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={`Open ${kind} in explorer`}
      title="Open in explorer"
      className="inline-flex items-center gap-1 text-text-3 hover:text-accent"
    >
      {children}
      <ExternalLink size={13} aria-hidden />
    </a>
  );
}
