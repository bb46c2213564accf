import { ArrowDown, ArrowRight } from 'lucide-react';
import { headings, type Heading } from '@/lib/dag/placement/question';
import { Choice } from '@/components/ui/chip';

const SHOWN: Record<Heading, { words: string; Icon: typeof ArrowDown }> = {
  right: { words: 'from left to right', Icon: ArrowRight },
  down: { words: 'from the top down', Icon: ArrowDown },
};

interface HeadingSwitchProps {
  heading: Heading;
  onHeading: (heading: Heading) => void;
}

/** Chooses the way the drawing runs. */
export function HeadingSwitch({ heading, onHeading }: HeadingSwitchProps) {
  return (
    <Choice
      label="The way the graph runs"
      value={heading}
      options={headings.map((value) => {
        const { words, Icon } = SHOWN[value];
        return {
          value,
          label: (
            <span data-tip={words}>
              <Icon size={13} aria-hidden />
              <span className="sr-only">{words}</span>
            </span>
          ),
        };
      })}
      onChange={onHeading}
    />
  );
}
