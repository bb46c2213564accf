import { CircleDashed, FilterX, Lock, PackageX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button';
import { classNames } from './class-names';

/** Why there is nothing to see; the five must never look alike. */
export type EmptyKind = 'nothing-yet' | 'filtered-out' | 'not-produced' | 'no-scope' | 'failed';

const ICON = {
  'nothing-yet': CircleDashed,
  'filtered-out': FilterX,
  'not-produced': PackageX,
  'no-scope': Lock,
  failed: TriangleAlert,
} as const;

const COLOUR = {
  'nothing-yet': 'text-3',
  'filtered-out': 'text-3',
  'not-produced': 'text-3',
  'no-scope': 'text-warn',
  failed: 'text-fail',
} as const;

interface EmptyStateProps {
  kind: EmptyKind;
  title: ReactNode;
  children?: ReactNode;
  action?: { label: string; onAct: () => void } | ReactNode;
  className?: string;
}

function isCommand(action: EmptyStateProps['action']): action is { label: string; onAct: () => void } {
  return typeof action === 'object' && action !== null && 'onAct' in action;
}

export function EmptyState({ kind, title, children, action, className }: EmptyStateProps) {
  const Icon = ICON[kind];
  return (
    <div
      data-empty={kind}
      role={kind === 'failed' ? 'alert' : undefined}
      className={classNames('flex flex-col items-center gap-1 px-6 py-10 text-center', className)}
    >
      <Icon size={20} aria-hidden className={classNames('mb-1', COLOUR[kind])} />
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="max-w-[56ch] text-2 empty:hidden">{children}</div>}
      {action !== undefined && (
        <div className="mt-2">
          {isCommand(action) ? (
            <Button size="small" onClick={action.onAct}>
              {action.label}
            </Button>
          ) : (
            action
          )}
        </div>
      )}
    </div>
  );
}
