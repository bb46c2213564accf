import type { ReactNode } from 'react';
import { edgeText } from '@/lib/dag/wording';
import { Panel } from '@/components/ui/panel';
import { useMedia } from '@/components/ui/use-media';
import type { RowsProps } from './difference-parts';
import { NarrowRows } from './narrow-difference';
import { WideRows } from './wide-difference';

/** Below this the figures of a side stand in one cell: two times four columns do not fit beside the rail. */
const NARROW = '(max-width: 1279px)';
interface DifferenceProps extends RowsProps {
  back: ReactNode;
}

/** Two runs of one DAG in one table: what differs is marked, what is the same stays for the eye. */
export function Difference({ back, ...props }: DifferenceProps) {
  const narrow = useMedia(NARROW);
  const { vertices, only } = props.difference;
  const differing = vertices.filter(({ differs }) => differs).length;
  return (
    <Panel
      title="Two runs of one DAG"
      note={differing === 0 ? 'the same path' : `${differing} of ${vertices.length} vertices differ`}
      actions={back}
      data-testid="difference"
    >
      {narrow ? <NarrowRows {...props} /> : <WideRows {...props} />}
      {only.map((edges, index) =>
        edges.length === 0 ? null : (
          <div key={index} className="border-t border-line px-3 py-2 text-2" data-only={index}>
            <p>Only {index === 0 ? 'this one' : 'the other'} went along</p>
            <ul className="mono">
              {edges.map((edge) => (
                <li key={edge.key} className="break-words">
                  {edgeText(edge)}
                </li>
              ))}
            </ul>
          </div>
        ),
      )}
    </Panel>
  );
}
