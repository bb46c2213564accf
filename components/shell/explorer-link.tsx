'use client';
// Opens an id in a public explorer of the network's chain. Only the id is sent, without a referrer.
import { ExternalLink } from 'lucide-react';
import { isDigest, isObjectId } from '@/lib/contract/ids';
import { useExplorer } from './session-context';

const KINDS = { object: 'object', address: 'account', transaction: 'tx' };

/** Renders nothing without a configured explorer, on a simulated network, or for an invalid id. */
export function ExplorerLink({ kind, id }: { kind: keyof typeof KINDS; id: string }) {
  const address = useExplorer();
  if (address === null || !(kind === 'transaction' ? isDigest(id) : isObjectId(id))) return null;
  const href = address.replaceAll('{kind}', KINDS[kind]).replaceAll('{id}', id);
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      aria-label={`Open ${kind} in explorer`}
      title="Open in explorer"
      className="inline-flex text-text-3 hover:text-accent"
    >
      <ExternalLink size={13} aria-hidden />
    </a>
  );
}
