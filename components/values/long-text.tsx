import { truncated } from '@/lib/text/foreign-text';
import { TextBlock } from './text-block';

interface LongTextProps {
  text: string;
  /** What it is, for the block's copy button and screen readers. */
  label: string;
}

/** Text from outside the console, all of it: what a paragraph would cut is a block, which lays out its parts as they are scrolled to. */
export function LongText({ text, label }: LongTextProps) {
  return truncated(text) === text ? text : <TextBlock text={text} label={label} />;
}
