'use client';
import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { IconButton } from './button';
import { classNames } from './class-names';

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  children: ReactNode;
  className?: string;
}

const OVERLAY = 'fixed inset-0 z-40 bg-black/55';

function Head({ title, description }: Pick<DialogProps, 'title' | 'description'>) {
  return (
    <header className="flex items-start gap-3 border-b border-line px-4 py-2.5">
      <div className="min-w-0 flex-1 pt-1">
        <Radix.Title className="font-semibold">{title}</Radix.Title>
        {description !== undefined && (
          <Radix.Description className="mt-0.5 text-2">{description}</Radix.Description>
        )}
      </div>
      <Radix.Close asChild>
        <IconButton label="Close">
          <X size={15} aria-hidden />
        </IconButton>
      </Radix.Close>
    </header>
  );
}

/** Radix warns about a missing description unless it is explicitly undefined. */
const described = (description: ReactNode) =>
  description === undefined ? { 'aria-describedby': undefined } : {};

/** Dialogs open without a Radix trigger, so the focus is restored here on close. */
function useRestoredFocus() {
  const from = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      from.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (from.current instanceof HTMLElement && from.current.isConnected) from.current.focus();
    },
  };
}

interface BoxProps extends DialogProps {
  place: string;
  inner: string;
}

function Box({ open, onOpenChange, title, description, children, className, place, inner }: BoxProps) {
  const restoredFocus = useRestoredFocus();
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={OVERLAY} />
        <Radix.Content
          {...described(description)}
          {...restoredFocus}
          className={classNames(
            'fixed z-50 flex flex-col border-line-strong bg-surface shadow-pop',
            place,
            className,
          )}
        >
          <Head title={title} description={description} />
          <div className={classNames('min-h-0 overflow-auto p-4', inner)}>{children}</div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A modal box over the page. */
export function Dialog(props: DialogProps) {
  return (
    <Box
      {...props}
      place="top-[12vh] left-1/2 max-h-[76vh] w-[min(560px,calc(100vw-24px))] -translate-x-1/2 rounded-md border"
      inner=""
    />
  );
}

interface DrawerProps extends DialogProps {
  side?: 'left' | 'right';
}

/** A full-height panel at the side of the screen. */
export function Drawer({ side = 'right', ...props }: DrawerProps) {
  return (
    <Box
      {...props}
      place={classNames(
        'inset-y-0 w-[min(460px,calc(100vw-40px))]',
        side === 'right' ? 'right-0 border-l' : 'left-0 border-r',
      )}
      inner="flex flex-1 flex-col"
    />
  );
}
