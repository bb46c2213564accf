'use client';
import { chipOf, shortId } from '@/lib/view/ids';
import { CopyButton } from '@/components/ui/copy-button';
import { PlainLink } from '@/components/ui/plain-link';
import { idPath, type IdFamily } from '@/lib/view/paths';
import { useLabel } from './labels';
import { Maybe } from './maybe';

const COLOURS = ['dag', 'execution', 'tool', 'payment', 'leader', 'task', 'agent', 'key'];
const DIRECTIONS = ['to top right', 'to top left', 'to right', 'to bottom'];

/** A two-coloured square for matching equal ids by eye; one element, because a table has hundreds. */
function IdSquare({ id }: { id: string }) {
  const { first, second, cut } = chipOf(id);
  const [one, other] = [first, second].map((index) => `var(--color-fam-${COLOURS[index]}) 50%`);
  const background = `linear-gradient(${DIRECTIONS[cut]}, ${one}, ${other})`;
  return <span className="size-[9px] shrink-0 rounded-[2px]" style={{ background }} />;
}

interface IdProps {
  value: string | null;
  /** Gives the link and the accessible name. */
  family: IdFamily;
  /** Why the id can be null (lib/view/null-reasons). */
  reason?: string;
  /** False on the id's own page or inside another link. */
  link?: boolean;
  /** `full` writes all digits. */
  form?: 'short' | 'full';
  copy?: boolean;
  className?: string;
}

/** A label in the width of the id that it replaces, so that nothing moves when it appears after hydration. */
function LabelText({ label, id }: { label: string; id: string }) {
  return (
    <span aria-hidden className="truncate" style={{ width: `${shortId(id).length}ch` }}>
      <span className="font-sans">{label}</span>
    </span>
  );
}

/** An identifier: chip, short form, copy button, link; the full id is its title and accessible name. */
export function Id({ value, ...rest }: IdProps) {
  if (value === null) return <Maybe value={null} reason={rest.reason ?? `no ${rest.family} indexed`} />;
  return <KnownId value={value} {...rest} />;
}

/** Values are `relative` because sr-only text is absolutely placed and would widen scrolling tables. */
function KnownId(props: IdProps & { value: string }) {
  const { value, family, link = true, form = 'short', copy = true, className } = props;
  const label = useLabel(value);
  const title = label === undefined ? value : `${label} (${value})`;
  const href = link ? idPath(family, value) : undefined;
  const text = (
    <>
      <IdSquare id={value} />
      {label !== undefined && form === 'short' ? (
        <LabelText label={label} id={value} />
      ) : (
        <span aria-hidden className={form === 'full' ? 'break-all' : 'whitespace-nowrap'}>
          {form === 'full' ? value : shortId(value)}
        </span>
      )}
      <span className="sr-only">
        {label !== undefined && `${label}, `}
        {family} {value}
      </span>
    </>
  );
  const looks = 'inline-flex items-center gap-[7px] rounded-[3px] mono';
  return (
    <span
      data-same-id={value}
      className={`group/id relative inline-flex max-w-full items-center rounded-[3px] ${className ?? ''}`}
    >
      {href === undefined ? (
        <span title={title} className={looks}>
          {text}
        </span>
      ) : (
        <PlainLink href={href} title={title} className={`${looks} hover:text-accent hover:underline`}>
          {text}
        </PlainLink>
      )}
      {copy && (
        <CopyButton
          text={value}
          label={`${family} id`}
          // Always takes its space; visible where there is no hover.
          tone="text-transparent group-hover/id:text-text-3 focus-visible:text-text-3 [@media(hover:none)]:text-text-3"
        />
      )}
    </span>
  );
}
