'use client';
import { memo } from 'react';
import { groupDigits } from '@/lib/view/amount';
import { CatchUp, useCatchUp } from './catch-up';

interface NewerStripProps {
  newer: number;
  /** Rows come in by themselves. */
  following: boolean;
  onShow: () => void;
  /** Opens one event. */
  onOpen: (id: bigint) => void;
}

/** Always as high, whether something is newer or not: the rows below must not move when it is. */
export function NewerStrip({ newer, following, onShow, onOpen }: NewerStripProps) {
  if (newer > 0)
    return (
      <button
        type="button"
        data-newer={newer}
        onClick={onShow}
        className="block h-[30px] w-full border-t border-line bg-accent-weak text-center font-medium text-accent hover:underline"
      >
        {groupDigits(newer)} newer {newer === 1 ? 'event. Show it' : 'events. Show them'}
      </button>
    );
  return <NothingNewer following={following} onOpen={onOpen} />;
}

/** Watches every event, and is not drawn with the rows. */
const NothingNewer = memo(function NothingNewer({
  following,
  onOpen,
}: Pick<NewerStripProps, 'following' | 'onOpen'>) {
  const catchUp = useCatchUp();
  return (
    <p className="h-[30px] truncate border-t border-line px-3 text-center text-xs leading-[30px] text-3">
      {catchUp !== null ? (
        <CatchUp catchUp={catchUp} onOpen={onOpen} />
      ) : following ? (
        'New events come in by themselves while you are at the top.'
      ) : (
        'Nothing newer than what you see.'
      )}
    </p>
  );
});
