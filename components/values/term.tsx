import { definitionOf, type GlossaryTerm } from '@/lib/view/glossary';

interface TermProps {
  /** The label as shown; left plain when the glossary has no such term. */
  children: string;
  /** The glossary entry, where the label is worded differently. */
  of?: GlossaryTerm;
}

/** A label with its definition from the glossary, shown on hover and keyboard focus. */
export function Term({ children, of }: TermProps) {
  const definition = definitionOf(of ?? children);
  if (definition === undefined) return <>{children}</>;
  return (
    <span tabIndex={0} className="term" data-tip={definition} aria-description={definition}>
      {children}
    </span>
  );
}
