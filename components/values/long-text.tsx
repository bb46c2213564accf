import { TextBlock } from './text-block';

/** A longer text is a block, which lays out its parts as they are scrolled to. */
const PARAGRAPH = 2_000;

interface LongTextProps {
  text: string;
  /** What it is, for the block's copy button and screen readers. */
  label: string;
}

/** Text from outside the console, of any length. */
export function LongText({ text, label }: LongTextProps) {
  return text.length <= PARAGRAPH ? text : <TextBlock text={text} label={label} />;
}
