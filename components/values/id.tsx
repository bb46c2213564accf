'use client';
import { chipOf, idParts, oddId, shortId } from '@/lib/view/ids';
import { CopyButton } from '@/components/ui/copy-button';
import { Tip } from '@/components/ui/tip';
import { PlainLink } from '@/components/ui/plain-link';
import { idPath, type IdFamily } from '@/lib/view/paths';
import { Maybe } from './maybe';
import { useName, type KnownName } from './names';

const COLOURS = ['dag', 'execution', 'tool', 'payment', 'leader', 'task', 'agent', 'key'];
const DIRECTIONS = ['to top right', 'to top left', 'to right', 'to bottom'];

/** The colours of the square before an id, for matching equal ids by eye. */
function chipColours(id: string): string {
  const { first, second, cut } = chipOf(id);
  const [start, end] = [first, second].map((index) => `var(--color-fam-${COLOURS[index]}) 50%`);
  return `linear-gradient(${DIRECTIONS[cut]}, ${start}, ${end})`;
}

export interface IdProps {
  value: string | null;
  /** Gives the link and the accessible name. */
  family: IdFamily;
  /** The name in the row; by default the one that the page knows. */
  name?: string | null;
  /** Whether the id is shown beside the name; by default where other objects have the same name. */
  withId?: boolean;
  /** Without the name, where the text beside it already shows it; a label is still shown. */
  bare?: boolean;
  /** The name that its row shows already: it is not repeated. */
  rowName?: string | null | undefined;
  /** Why the id can be null (lib/view/null-reasons). */
  reason?: string;
  /** False on the id's own page or inside another link. */
  link?: boolean;
  /** The page of a part, such as a skill of an agent; `name` is then the part's. */
  href?: string;
  /** `full` writes all digits. */
  form?: 'short' | 'full';
  copy?: boolean;
  className?: string;
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

/** An identifier by its name: the reader's label, else what it does, else the id itself. The id is shown beside a name that others share. */
export function Id({ value, ...rest }: IdProps) {
  if (value === null) return <Maybe value={null} reason={rest.reason ?? `no ${rest.family} indexed`} />;
  return <KnownId value={value} {...rest} />;
}

/** As few elements as possible: a page has hundreds of ids, and they decide when its first rows are painted. */
function KnownId(props: IdProps & { value: string }) {
  const { value, family, name, withId, bare = false, rowName, form = 'short', className } = props;
  const knownName = useName(family, value, name, props.href !== undefined);
  const isShown = bare || knownName?.isRepeated === true || knownName?.text === rowName;
  const isNamed = knownName !== undefined && form === 'short' && (knownName.isLabel || !isShown);
  if (!isNamed) return <IdText {...props} value={value} knownName={undefined} />;
  if (!(withId ?? knownName.isShared)) return <IdText {...props} value={value} knownName={knownName} />;
  return (
    <span className="titled-id inline-flex max-w-full items-baseline gap-x-2">
      <span className="max-w-[36ch] truncate" data-tip={knownName.text}>
        {knownName.text}
      </span>
      <IdText {...props} value={value} knownName={undefined} className={`text-3 ${className ?? ''}`} />
    </span>
  );
}

function IdText(props: IdProps & { value: string; knownName: KnownName | undefined }) {
  const { value, family, knownName, link = true, form = 'short', copy = true, className } = props;
  const name = knownName === undefined ? `${family} ${value}` : `${knownName.text}, ${family} ${value}`;
  const odd = oddId(value, { hexadecimal: family !== 'tool' && family !== 'transaction' });
  const href = link ? (props.href ?? idPath(family, value)) : undefined;
  const looks = {
    title: knownName === undefined ? value : `${knownName.text} (${value})`,
    style: { ['--chip' as string]: chipColours(value) },
  };
  const digits = form === 'full' ? <span className="break-all">{value}</span> : <ShortId id={value} />;
  const label = knownName === undefined ? digits : <span className="id-name">{knownName.text}</span>;
  return (
    // `relative` because sr-only text is absolutely placed and would widen scrolling tables.
    <span
      data-same-id={value}
      className={`group/id relative inline-flex max-w-full items-center rounded-[3px] ${className ?? ''}`}
    >
      {href === undefined ? (
        <span translate="no" className="id-text mono" {...looks}>
          <span className="sr-only">{knownName === undefined ? `${family} ` : `${name} `}</span>
          {knownName === undefined ? (
            label
          ) : (
            <span aria-hidden className="contents">
              {label}
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
          {label}
        </PlainLink>
      )}
      {odd !== null && (
        <Tip className="character-name" tip={`Not a valid ${family} ID: ${odd}`}>
          {odd}
        </Tip>
      )}
      {copy && (
        <CopyButton
          text={value}
          label={`${family} ID`}
          // Always takes its space; visible where there is no hover.
          tone="text-transparent group-hover/id:text-text-3 focus-visible:text-text-3 [@media(hover:none)]:text-text-3"
        />
      )}
    </span>
  );
}
