import { Tip } from '@/components/ui/tip';
import type { ReactNode } from 'react';
import { definitionOf, type GlossaryTerm } from '@/lib/view/glossary';

interface TermProps {
  /** The label as shown; left plain when the glossary has no such term. Foreign text arrives as an element (components/jsx). */
  children: ReactNode;
  /** The glossary entry, where the label is worded differently. */
  of?: GlossaryTerm;
}

/** A label with its definition from the glossary, shown on hover and keyboard focus. */
export function Term({ children, of }: TermProps) {
  const definition = definitionOf(of ?? (typeof children === 'string' ? children : ''));
  if (definition === undefined) return <>{children}</>;
  return (
    <Tip tip={definition} className="term">
      {children}
    </Tip>
  );
}
