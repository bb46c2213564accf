import { classNames } from '@/components/ui/class-names';

/** In place of figures that only the index can compute. */
export function NoStatistics({ className }: { className?: string | undefined }) {
  return (
    <p
      role="note"
      data-testid="no-statistics"
      className={classNames('rounded-md border border-line bg-surface px-3 py-2 text-2', className)}
    >
      This index doesn&apos;t provide statistics; for those, run a mirror of it:{' '}
      <code translate="no" className="mono whitespace-nowrap">
        npm run demo -- --follow URL
      </code>
    </p>
  );
}
