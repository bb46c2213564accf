// A value of a measure, and a value of a dimension with what it does.
import { Amount, ColumnAmount } from '@/components/values/amount';
import { FamilyDot } from '@/components/values/family-dot';
import { Fqn } from '@/components/values/fqn';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { Status } from '@/components/values/status';
import type { Family } from '@/lib/contract/event-kinds/catalogue';
import { shortKindName } from '@/lib/contract/event-kinds/catalogue';
import { type MeasureUnit, valueText } from '@/lib/view/analyze-values';
import { type DimensionLook, vertexOf } from '@/lib/view/analyze-dimensions';
import { isObjectId } from '@/lib/contract/ids';
import { formatFixed } from '@/lib/view/amount';
import { familyLooks } from '@/lib/view/event-families';
import { shortId } from '@/lib/view/ids';
import { dag, skill, skillOf } from '@/lib/view/paths';

const UNKNOWN: Readonly<Record<MeasureUnit, string>> = {
  count: 'the index does not count them',
  percent: 'none has finished or has a known cost',
  duration: 'none has a known duration',
  mean: 'none went through a loop',
  sui: 'no cost is known',
  us: 'no amount is known',
  none: 'no amount is known',
};

interface MeasureValueProps {
  value: bigint | number | null;
  unit: MeasureUnit;
  /** Of amounts, the same in a whole table. */
  decimals?: number;
}

export function MeasureValue({ value, unit, decimals = 3 }: MeasureValueProps) {
  if (value === null) return <Maybe value={null} reason={UNKNOWN[unit]} />;
  if (unit === 'none') return <ColumnAmount value={BigInt(value)} unit={unit} />;
  if (unit === 'sui' || unit === 'us')
    return (
      <Amount
        value={BigInt(value)}
        unit={unit}
        showUnit={false}
        formatted={formatFixed(BigInt(value), decimals)}
      />
    );
  return (
    <span data-exact={String(value)} className="whitespace-nowrap">
      {valueText(value, unit)}
    </span>
  );
}

/** The colour of a row is that of its segments. */
const SWATCH_ONLY = '[&_.id-text:has(.id-name)]:before:hidden';

const NONE: ReadonlyMap<string, string> = new Map(
  Object.entries({
    funder: 'no funder (paid by an agent)',
    leader: 'no leader (no result committed)',
    task: 'no task',
    failed_tool: 'no failed tool',
    failed_vertex: 'no failed vertex',
    failure_class: 'no failure class',
    failure_reason: 'no reason',
    refund_reason: 'not refunded',
  }),
);

interface DimensionValueProps {
  dimension: string;
  look: DimensionLook;
  value: string | null;
  title: string | null;
}

/** Names before ids, as everywhere. */
export function DimensionValue(props: DimensionValueProps & { isAmbiguous: boolean }) {
  const { dimension, look, value, title, isAmbiguous } = props;
  if (value === null) return <span className="text-3">{NONE.get(dimension) ?? 'none'}</span>;
  switch (look) {
    case 'skill': {
      const { agent_object_id, skill_id } = skillOf(value);
      return (
        <Id
          family="agent"
          value={agent_object_id}
          name={title || `skill ${skill_id}`}
          href={skill(agent_object_id, skill_id)}
          withId={isAmbiguous || !title}
          className={SWATCH_ONLY}
        />
      );
    }
    case 'agent':
    case 'dag':
      return <Id family={look} value={value} name={title} withId={isAmbiguous} className={SWATCH_ONLY} />;
    case 'task':
      return <Id family="task" value={value} name={title} className={SWATCH_ONLY} />;
    case 'address':
    case 'leader':
      return <Id family={look} value={value} />;
    case 'tool':
      return <Fqn value={value} />;
    case 'vertex': {
      const { dag: id, vertex } = vertexOf(value);
      return <Id family="dag" value={id} name={vertex} href={dag(id, { vertex })} withId />;
    }
    case 'state':
      return <Status value={value} />;
    case 'family': {
      const looks = familyLooks[value as Family];
      return (
        <span className="inline-flex items-center gap-2">
          <FamilyDot hue={looks.hue} />
          {looks.label}
        </span>
      );
    }
    case 'kind':
      return <>{shortKindName(value)}</>;
    case 'text':
      return (
        <span className="truncate" data-tip={value}>
          {value}
        </span>
      );
  }
}

/** The same in words, for charts, sentences and sorting. */
export function dimensionText({ look, value, title, dimension }: DimensionValueProps): string {
  if (value === null) return NONE.get(dimension) ?? 'none';
  if (look === 'vertex') return vertexOf(value).vertex;
  if (look === 'skill') return title || `skill ${skillOf(value).skill_id}`;
  if (look === 'family') return familyLooks[value as Family].label;
  if (look === 'kind') return shortKindName(value);
  return title || (isObjectId(value) ? shortId(value) : value);
}
