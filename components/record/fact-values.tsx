import type { ReactNode } from 'react';
import { Fact } from '@/components/values/facts';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Time } from '@/components/values/time';
import { nullReason, type NullableField, type RecordName } from '@/lib/view/null-reasons';
import type { IdFamily } from '@/lib/view/paths';
import { unitOf } from '@/lib/view/amount';

interface IdFactProps<Name extends RecordName> {
  label: string;
  record: Name;
  field: NullableField<Name>;
  family: IdFamily;
  value: string | null;
}

/** A fact holding an id that may be unknown. */
export function IdFact<Name extends RecordName>({ label, record, field, family, value }: IdFactProps<Name>) {
  return (
    <Fact label={label}>
      <Id family={family} value={value} reason={nullReason(record, field)} />
    </Fact>
  );
}

interface AmountFactProps {
  label: ReactNode;
  record: RecordName;
  field: string;
  value: bigint;
  note?: ReactNode;
}

/** A fact holding an amount in the unit of its field. */
export function AmountFact({ label, record, field, value, note }: AmountFactProps) {
  return (
    <Fact label={label}>
      <Amount value={value} unit={unitOf(record, field)} /> {note}
    </Fact>
  );
}

interface TimeFactsProps {
  row: { created_at: string; updated_at: string; onchain_created_at: string | null };
  reason: string;
}

/** The three times of every record, each with its clock. */
export function TimeFacts({ row, reason }: TimeFactsProps) {
  return (
    <>
      <Fact label="Created on chain">
        <Time at={row.onchain_created_at} clock="on chain" reason={reason} />
      </Fact>
      <Fact label="Indexed">
        <Time at={row.created_at} clock="indexed" />
      </Fact>
      <Fact label="Updated">
        <Time at={row.updated_at} clock="indexed" />
      </Fact>
    </>
  );
}
