'use client';
import { chipOf, idParts, oddId, shortId } from '@/lib/view/ids';
import { CopyButton } from '@/components/ui/copy-button';
import { PlainLink } from '@/components/ui/plain-link';
import { idPath, type IdFamily } from '@/lib/view/paths';
import { useLabel } from './label-context';
import { Maybe } from './maybe';

const COLOURS = ['dag', 'execution', 'tool', 'payment', 'leader', 'task', 'agent', 'key'];
const DIRECTIONS = ['to top right', 'to top left', 'to right', 'to bottom'];

/** The colours of the square before an id, for matching equal ids by eye. */
function chipColours(id: string): string {
  const { first, second, cut } = chipOf(id);
  const [start, end] = [first, second].map((index) => `var(--color-fam-${COLOURS[index]}) 50%`);
  return `linear-gradient(${DIRECTIONS[cut]}, ${start}, ${end})`;
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

interface DigitsProps {
  id: string;
  label: string | undefined;
  form: 'short' | 'full';
}

/** Short to the eye only: the browser's find, a selection and a copy have the whole id. */
export function ShortId({ id }: { id: string }) {
  const [head, middle, tail] = idParts(id);
  if (middle === '') return <span className="max-w-full truncate">{shortId(id)}</span>;
  return (
    <span className="whitespace-nowrap">
      {head}
      <span className="id-middle">{middle}</span>
      {tail}
    </span>
  );
}

/** The id, or its label in the same width, so that nothing moves when it appears after hydration. */
function Digits({ id, label, form }: DigitsProps) {
  if (form === 'full') return <span className="break-all">{id}</span>;
  if (label === undefined) return <ShortId id={id} />;
  return (
    <span className="truncate" style={{ width: `${shortId(id).length}ch` }}>
      <span className="font-sans">{label}</span>
    </span>
  );
}

/** An identifier: chip, short form, copy button, link; the full id is its title and accessible name. */
export function Id({ value, ...rest }: IdProps) {
  if (value === null) return <Maybe value={null} reason={rest.reason ?? `no ${rest.family} indexed`} />;
  return <KnownId value={value} {...rest} />;
}

/** As few elements as possible: a page has hundreds of ids, and they decide when its first rows are painted. */
function KnownId(props: IdProps & { value: string }) {
  const { value, family, link = true, form = 'short', copy = true, className } = props;
  const label = useLabel(value);
  const name = label === undefined ? `${family} ${value}` : `${label}, ${family} ${value}`;
  const odd = oddId(value, { hexadecimal: family !== 'tool' && family !== 'transaction' });
  const href = link ? idPath(family, value) : undefined;
  const looks = {
    title: label === undefined ? value : `${label} (${value})`,
    style: { ['--chip' as string]: chipColours(value) },
  };
  const digits = <Digits id={value} label={label} form={form} />;
  return (
    // `relative` because sr-only text is absolutely placed and would widen scrolling tables.
    <span
      data-same-id={value}
      className={`group/id relative inline-flex max-w-full items-center rounded-[3px] ${className ?? ''}`}
    >
      {href === undefined ? (
        <span translate="no" className="id-text mono" {...looks}>
          <span className="sr-only">{label === undefined ? `${family} ` : `${name} `}</span>
          {label === undefined ? (
            digits
          ) : (
            <span aria-hidden className="contents">
              {digits}
            </span>
          )}
        </span>
      ) : (
        <PlainLink
          translate="no"
          href={href}
          aria-label={name}
          className="id-text mono hover:text-accent hover:underline"
          {...looks}
        >
          {digits}
        </PlainLink>
      )}
      {odd !== null && (
        <span className="character-name" title={`This is no valid ${family} id: ${odd}`}>
          {odd}
        </span>
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
