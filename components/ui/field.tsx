'use client';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { classNames } from './class-names';

const CONTROL =
  'control h-[30px] w-full min-w-0 rounded-sm border border-line-strong bg-bg px-2.5 placeholder:text-text-3 aria-invalid:border-fail disabled:opacity-50';

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={classNames(CONTROL, className)} {...rest} />;
}

/** Native: works with every keyboard, phone and screen reader. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select className={classNames(CONTROL, 'pr-1', className)} {...rest} />;
}

interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null | undefined;
  /** Renders the control with the ids that link label, hint and error to it. */
  children: (control: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
  className?: string | undefined;
}

export function Field({ label, hint, error, children, className }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={classNames('flex flex-col gap-1', className)}>
      <label htmlFor={id} className="text-xs font-medium text-2">
        {label}
      </label>
      {children({
        id,
        ...(note === undefined || note === null ? {} : { 'aria-describedby': noteId }),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
      {note !== undefined && note !== null && (
        <p id={noteId} className={classNames('text-xs', error ? 'text-fail' : 'text-3')}>
          {note}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'input'>, 'children' | 'className' | 'onChange' | 'value'> & {
    value: string;
    /** `unfinished`: an input method is still composing the text. */
    onChange: (text: string, unfinished: boolean) => void;
    inputClass?: string;
  };

function isComposing(event: Event): boolean {
  return 'isComposing' in event && event.isComposing === true;
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, className, inputClass, onChange, ...rest } = props;
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(control) => (
        <Input
          {...control}
          {...rest}
          className={inputClass}
          onChange={(event) => onChange(event.target.value, isComposing(event.nativeEvent))}
          // The last change of a composition is an unfinished one.
          onCompositionEnd={(event) => onChange(event.currentTarget.value, false)}
        />
      )}
    </Field>
  );
}
