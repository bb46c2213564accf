import type { ComponentProps } from 'react';
import { classNames } from './class-names';

type Tone = 'plain' | 'primary' | 'danger' | 'quiet';

const TONES: Record<Tone, string> = {
  plain: 'border-line-strong bg-surface-2 hover:bg-surface-3',
  primary: 'border-transparent bg-accent text-on-accent font-medium hover:brightness-110',
  danger: 'border-line-strong bg-surface-2 text-fail hover:bg-surface-3',
  quiet: 'border-transparent text-2 hover:bg-surface-3 hover:text-text',
};

const SIZES = {
  normal: 'control h-[30px] px-2.5',
  small: 'control h-6 px-2 text-xs',
  square: 'control size-[30px]',
  tiny: 'size-[22px]',
} as const;

const BASE =
  'inline-flex items-center justify-center gap-1.5 rounded-sm border whitespace-nowrap select-none disabled:opacity-50 disabled:cursor-not-allowed aria-disabled:opacity-50';

/** The looks of a button, for a link. */
export function buttonClass(size: keyof typeof SIZES = 'normal', tone: Tone = 'plain'): string {
  return classNames(BASE, TONES[tone], SIZES[size]);
}

interface ButtonProps extends ComponentProps<'button'> {
  tone?: Tone;
  size?: keyof typeof SIZES;
}

export function Button({ tone, size, className, ...rest }: ButtonProps) {
  return <button type="button" className={classNames(buttonClass(size, tone), className)} {...rest} />;
}

interface IconButtonProps extends Omit<ButtonProps, 'size'> {
  label: string;
  size?: 'square' | 'tiny';
}

/** A square icon button; `label` is its accessible name and tooltip. */
export function IconButton({ label, size = 'square', ...rest }: IconButtonProps) {
  return <Button tone="quiet" aria-label={label} data-tip={label} size={size} {...rest} />;
}
