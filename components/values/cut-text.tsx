import { truncated } from '@/lib/text/foreign-text';

interface CutTextProps {
  text: string;
  /** In characters. */
  most: number;
  className?: string;
}

/** The start of a text from outside the console; copies have as much of it as a page holds of any text. */
export function CutText({ text, most, ...looks }: CutTextProps) {
  const displayText = truncated(text, most);
  const copied = truncated(text);
  return (
    <span
      {...(displayText !== text && { 'data-copy': copied })}
      {...(copied !== text && { 'data-cut': '' })}
      {...looks}
    >
      {displayText}
    </span>
  );
}
