import type { Side } from '@/lib/dag/replay/compare';
import { formatDuration } from '@/lib/view/time';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Amount } from '@/components/values/amount';
import { NO_COST, SideHead, SIDES, SideState, Took, VertexRow, type RowsProps } from './difference-parts';

function SideCells({ side }: { side: Side }) {
  return (
    <>
      <Cell className="border-l">
        <SideState side={side} />
      </Cell>
      <Cell className="mono">{side.variants.join(', ') || <span className="text-3">·</span>}</Cell>
      <Cell numeric>
        <Took ms={side.took} />
      </Cell>
      <Cell numeric>
        <Amount value={side.cost} unit="sui" reason={NO_COST} showUnit={false} />
      </Cell>
    </>
  );
}

/** Where there is room: a column for each figure, side by side. */
export function WideRows(props: RowsProps) {
  const { vertices, took, cost } = props.difference;
  return (
    <Table aria-label="Two executions compared">
      <thead>
        <tr>
          <HeadCell rowSpan={2}>Vertex</HeadCell>
          {([0, 1] as const).map((index) => (
            <HeadCell key={index} colSpan={4} className="border-l">
              <SideHead index={index} {...props} />
            </HeadCell>
          ))}
        </tr>
        <tr>
          {SIDES.flatMap((side) =>
            ['State', 'Variants', 'Took', 'Cost, SUI'].map((name, index) => (
              <HeadCell key={`${side} ${name}`} numeric={index > 1} className={index === 0 ? 'border-l' : ''}>
                {name}
              </HeadCell>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {vertices.map((one) => (
          <VertexRow key={one.vertex} of={one}>
            <SideCells side={one.sides[0]} />
            <SideCells side={one.sides[1]} />
          </VertexRow>
        ))}
        <Row className="font-semibold">
          <Cell>Whole run</Cell>
          {([0, 1] as const).flatMap((index) => [
            <Cell key={`${index} words`} colSpan={2} className="border-l" />,
            <Cell key={`${index} took`} numeric>
              {formatDuration(took[index])}
            </Cell>,
            <Cell key={`${index} cost`} numeric>
              <Amount value={cost[index]} unit="sui" reason={NO_COST} showUnit={false} />
            </Cell>,
          ])}
        </Row>
      </tbody>
    </Table>
  );
}
