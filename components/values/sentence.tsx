import { use } from 'react';
import type { Part } from '@/lib/view/sentence-parts';
import { timestampOf } from '@/lib/view/time';
import { Amount, LedgerUnit } from './amount';
import { Fqn } from './fqn';
import { Id } from './id';
import { isRun } from './names';
import { Time } from './time';

function Piece({ part, link, rounded }: { part: Part; link: boolean; rounded: boolean }) {
  const ledgerUnit = use(LedgerUnit);
  if ('text' in part) return <>{part.text}</>;
  if ('foreign' in part) return <>{part.foreign}</>;
  if ('id' in part)
    return <Id value={part.id} family={part.as} link={link} copy={false} bare={isRun(part.as)} />;
  if ('fqn' in part) return <Fqn value={part.fqn} link={link} />;
  if ('amount' in part)
    return (
      <Amount value={part.amount} unit={part.unit === 'none' ? ledgerUnit : part.unit} rounded={rounded} />
    );
  if ('at_ms' in part) return <Time at={timestampOf(part.at_ms)} clock="on chain" form="absolute" />;
  return (
    <span translate="no" className="text-text">
      {part.vertex}
      {part.iteration !== null && <span className="text-2"> [{part.iteration.toString()}]</span>}
    </span>
  );
}

interface SentenceProps {
  parts: readonly Part[];
  link?: boolean;
  /** Amounts are rounded, as in a list; the exact ones are on hover. */
  rounded?: boolean;
}

/** A sentence about an event: its ids, amounts and tools are the same components as everywhere. */
export function Sentence({ parts, link = true, rounded = false }: SentenceProps) {
  return (
    <>
      {parts.map((part, index) => (
        // A sentence is made in one go: the place of a part is its identity.
        <Piece key={index} part={part} link={link} rounded={rounded} />
      ))}
    </>
  );
}
