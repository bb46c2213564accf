import { PlainLink } from '@/components/ui/plain-link';
import { tool } from '@/lib/view/paths';
import { Maybe } from './maybe';

interface FqnProps {
  value: string | null;
  reason?: string;
  link?: boolean;
  className?: string;
}

/** A tool name linking to its page; truncation keeps the version, and phones wrap the name. */
export function Fqn({ value, reason, link = true, className }: FqnProps) {
  if (value === null) return <Maybe value={null} reason={reason ?? 'no tool'} />;
  const at = value.lastIndexOf('@');
  const [name, version] = at > 0 ? [value.slice(0, at), value.slice(at)] : [value, ''];
  const text = (
    <>
      <span className="truncate max-sm:wrap-anywhere max-sm:whitespace-normal">{name}</span>
      <span className="text-3">{version}</span>
    </>
  );
  const looks = `inline-flex max-w-full min-w-0 mono max-sm:inline ${className ?? ''}`;
  return link ? (
    <PlainLink
      href={tool(value)}
      translate="no"
      title={value}
      data-same-id={value}
      className={`${looks} hover:text-accent hover:underline`}
    >
      {text}
    </PlainLink>
  ) : (
    <span translate="no" title={value} data-same-id={value} className={looks}>
      {text}
    </span>
  );
}
