'use client';
import { createContext, use, type ComponentProps } from 'react';

/** False inside rows and controls: a page has hundreds of values, and a row's are reached with the arrow keys. */
export const TipsAreTabStops = createContext(true);

interface TipProps extends ComponentProps<'time'> {
  /** Shown on hover, tap and focus (tooltip.tsx); undefined where there is nothing to add. */
  tip: string | undefined;
  /** Whether screen readers get it too; false where the content says the same. */
  described?: boolean;
  as?: 'span' | 'time';
}

/** A value or word with more to say about it: a reason, an exact amount, a time in other zones. */
export function Tip({ tip, described = true, as: Part = 'span', ...rest }: TipProps) {
  const isStop = use(TipsAreTabStops);
  if (tip === undefined) return <Part {...rest} />;
  return (
    <Part
      data-tip={tip}
      tabIndex={isStop ? 0 : -1}
      {...(described && { 'aria-description': tip })}
      {...rest}
    />
  );
}
