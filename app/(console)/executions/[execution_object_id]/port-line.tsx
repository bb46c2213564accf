import { valuesOf, type PortData } from '@/lib/contract/port-data';
import { PortValue } from '@/components/values/port-value';

/** A longer one is not looked into. */
const LONGEST = 100_000;

/**
 * A text that could itself be read as JSON must have stood in quotes: bare, the index would have decoded it (spec 2.16). Of any other text
 * it cannot be told whether the tool wrote it bare or quoted.
 */
function wasQuoted(text: string): boolean {
  if (text.length > LONGEST) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `one text`, `3 × JSON, object`: cardinality and kinds, so that a raw text and a JSON value do not look alike. */
function kindsOf(port: PortData): string {
  const values = valuesOf(port);
  const kinds = values.map((value) => {
    if (value.kind !== 'data') return value.kind;
    if (typeof value['data'] !== 'string') return 'JSON';
    return wasQuoted(value['data']) ? 'JSON string' : 'text';
  });
  const words = [...new Set(kinds)].join(', ');
  return 'many' in port ? `many, ${values.length} × ${words || 'nothing'}` : `one ${words}`;
}

interface PortLineProps {
  name: string;
  /** Null: the event does not hold the port. */
  value: PortData | null;
  note?: string | undefined;
}

/** A port with its value, and what kind of value that is. */
export function PortLine({ name, value, note }: PortLineProps) {
  return (
    <li className="border-t border-line px-3 py-1.5" data-port-value={name}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="font-medium break-words mono">{name}</span>
        {value !== null && (
          <span
            className="text-2xs text-3"
            data-tip={
              kindsOf(value).includes('text')
                ? 'A text is either raw or a JSON string: the index gives both alike, unless what stands in it is JSON itself'
                : undefined
            }
          >
            {kindsOf(value)}
          </span>
        )}
        {note !== undefined && <span className="text-2xs text-3">{note}</span>}
      </p>
      <div className="mt-0.5 min-w-0">
        {value === null ? (
          <span
            className="unknown relative"
            data-tip="the recorded event has no such port: its bytes were not UTF-8, or nothing was written to it"
          >
            omitted: not UTF-8, or not written
          </span>
        ) : (
          <PortValue port={value} />
        )}
      </div>
    </li>
  );
}
