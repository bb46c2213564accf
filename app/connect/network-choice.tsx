import Link from 'next/link';
import { Chip } from '@/components/ui/chip';
import { classNames } from '@/components/ui/class-names';
import type { NetworkState } from '@/lib/contract/session';
import { connect, sameListElsewhere } from '@/lib/view/paths';

interface NetworkChoiceProps {
  networks: readonly NetworkState[];
  chosen: string;
  next: string;
}

/** Which of the console's networks the key is for. Each has its own address, so it can be linked to. */
export function NetworkChoice({ networks, chosen, next }: NetworkChoiceProps) {
  return (
    <nav aria-label="Network" className="mt-4 flex flex-wrap items-center gap-1.5">
      <span className="mr-1 text-xs font-medium text-2">Network</span>
      {networks.map(({ name, host }) => (
        <Link
          key={name}
          href={connect(name === chosen ? next : sameListElsewhere(next), { network: name })}
          prefetch={false}
          aria-current={name === chosen ? 'true' : undefined}
          data-tip={host}
        >
          <Chip
            className={classNames(
              'hover:border-line-strong hover:text-text',
              name === chosen ? 'border-accent! bg-accent-weak! text-text!' : '',
            )}
          >
            {name}
          </Chip>
        </Link>
      ))}
    </nav>
  );
}
