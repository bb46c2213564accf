import type { Side } from '@/lib/dag/replay/compare';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Amount } from '@/components/values/amount';
import { NO_COST, SideHead, SIDES, SideState, Took, VertexRow, type RowsProps } from './difference-parts';

interface Figures {
  took: number | null;
  cost: bigint | null;
}

function Sum({ took, cost }: Figures) {
  return (
    <span className="flex flex-wrap justify-end gap-x-3">
      <span className="whitespace-nowrap sm:min-w-14 sm:text-right">
        <Took ms={took} />
      </span>
      <span className="sm:min-w-30 sm:text-right">
        <Amount value={cost} unit="sui" reason={NO_COST} />
      </span>
    </span>
  );
}

/** A side in one cell: where it ended at the left, what it took and cost at the right. */
function SideCell({ side, label }: { side: Side; label: string }) {
  return (
    <Cell label={label} className="border-l whitespace-normal">
      <span className="flex flex-1 flex-wrap justify-between gap-x-3">
        <span>
          <SideState side={side} />
          {side.variants.length > 0 && (
            <span className="wrap-anywhere mono"> {side.variants.join(', ')}</span>
          )}
        </span>
        <Sum {...side} />
      </span>
    </Cell>
  );
}

/** Where there is less room: a cell a side, on a phone a card a vertex. */
export function NarrowRows(props: RowsProps) {
  const { vertices, took, cost } = props.difference;
  return (
    <>
      {/* Over cards there is no head: what the sides are stands above them. */}
      <div className="border-b border-line px-3 py-2 text-xs text-3 sm:hidden">
        <SideHead index={0} {...props} />
        <br />
        <SideHead index={1} {...props} />
      </div>
      <Table stacks aria-label="Two executions compared" className="sm:table-fixed">
        <thead>
          <tr>
            <HeadCell className="w-[28%]">Vertex</HeadCell>
            {([0, 1] as const).map((index) => (
              <HeadCell key={index} className="border-l whitespace-normal">
                <SideHead index={index} {...props} />
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          {vertices.map((one) => (
            <VertexRow key={one.vertex} of={one} nameClass="whitespace-normal">
              <SideCell side={one.sides[0]} label={SIDES[0]} />
              <SideCell side={one.sides[1]} label={SIDES[1]} />
            </VertexRow>
          ))}
          <Row className="font-semibold">
            <Cell>Whole run</Cell>
            {([0, 1] as const).map((index) => (
              <Cell key={index} label={SIDES[index]} className="border-l whitespace-normal">
                <span className="flex-1">
                  <Sum took={took[index]} cost={cost[index]} />
                </span>
              </Cell>
            ))}
          </Row>
        </tbody>
      </Table>
    </>
  );
}
