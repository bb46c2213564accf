import { Tip } from '@/components/ui/tip';
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
    <Tip tip={definition} className="term">
      {children}
    </Tip>
  );
}
