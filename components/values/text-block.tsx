'use client';
import { type ClipboardEvent, memo, useMemo, useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { originalText } from '@/components/jsx/shown-props';
import { CopyButton } from '@/components/ui/copy-button';
import { useMountedRows } from '@/components/ui/use-mounted-rows';
import { beginningOf, blocksOf, prettyJson, SHOWN_CHARACTERS, sizeOf } from '@/lib/view/json';

interface TextBlockProps {
  text: string;
  /** What is shown, for the copy button and screen readers. */
  label: string;
  className?: string | undefined;
}

const LINE_PX = 18;
/** A part of a long text, rendered in a step of its own and laid out once it is scrolled to: megabytes at once would block the page. */
const BLOCK = { characters: 4_000, height: `auto ${40 * LINE_PX}px` };

const Block = memo(function Block({ text }: { text: string }) {
  return (
    <div data-whole style={{ contentVisibility: 'auto', containIntrinsicBlockSize: BLOCK.height }}>
      {text}
    </div>
  );
});

/** The selected text as it is, without line ends between blocks. */
function copySelection(event: ClipboardEvent): void {
  const selection = document.getSelection();
  if (selection === null || selection.isCollapsed) return;
  event.clipboardData.setData('text/plain', originalText(selection.getRangeAt(0).cloneContents()));
  event.preventDefault();
}

/** Plain text, never markup; long texts are shown in parts. */
export function TextBlock({ text, label, className }: TextBlockProps) {
  const [limit, setLimit] = useState(SHOWN_CHARACTERS);
  const [isPending, startTransition] = useTransition();
  // Not again for each step in which blocks are mounted.
  const { blocks, whole } = useMemo(() => {
    const beginning = beginningOf(text, limit);
    return { blocks: blocksOf(beginning.text, BLOCK.characters), whole: beginning.whole };
  }, [text, limit]);
  const size = useMemo(() => sizeOf(text), [text]);
  const mounted = useMountedRows(blocks.length);
  return (
    <div className={`relative rounded-sm border border-line bg-bg ${className ?? ''}`}>
      <CopyButton text={text} label={label} className="absolute top-1.5 right-1.5 bg-bg" />
      <pre
        translate="no"
        tabIndex={0}
        aria-label={label}
        onCopy={copySelection}
        className="max-h-96 overflow-auto p-2.5 pr-8 mono leading-[18px] wrap-anywhere whitespace-pre-wrap"
      >
        {blocks.slice(0, mounted).map((block, index) => (
          <Block key={index} text={block} />
        ))}
      </pre>
      {!whole && (
        <p className="flex items-center gap-2 border-t border-line px-2.5 py-1.5 text-xs text-3">
          Truncated, {size} in total
          <Button
            size="small"
            disabled={isPending}
            onClick={() => startTransition(() => setLimit(limit * 5))}
          >
            Show more
          </Button>
        </p>
      )}
    </div>
  );
}

interface JsonViewProps {
  value: unknown;
  /** What is shown, for the copy button and screen readers. */
  label?: string;
  className?: string;
}

/** A JSON value as text, integers exact. */
export function JsonView({ value, label = 'JSON', className }: JsonViewProps) {
  const text = useMemo(() => prettyJson(value), [value]);
  return <TextBlock text={text} label={label} className={className} />;
}
