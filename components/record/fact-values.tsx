import type { ReactNode } from 'react';
import { Fact } from '@/components/values/facts';
import { Amount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { ObjectId } from '@/components/values/object-id';
import { Time } from '@/components/values/time';
import { FIELD_NOT_PROVIDED, nullReason, type NullableField, type Reasons } from '@/lib/view/null-reasons';
import type { RecordName } from '@/lib/view/null-reasons/all';
import type { IdFamily } from '@/lib/view/paths';
import { unitOf } from '@/lib/view/amount';

type Row = Readonly<Record<string, unknown>>;

interface IdFactsProps<Of extends Reasons> {
  /** Why its fields may be null. */
  reasons: Of;
  row: Row;
  /** By field, in order. */
  fields: { [Field in NullableField<Of>]?: readonly [label: string, family: IdFamily] };
}

/** Ids of a record that may be unknown, each a fact. */
export function IdFacts<Of extends Reasons>({ reasons, row, fields }: IdFactsProps<Of>) {
  const entries = Object.entries(fields) as [NullableField<Of>, readonly [string, IdFamily]][];
  return entries.map(([field, [label, family]]) => {
    const id = row[field];
    const shown = { value: typeof id === 'string' ? id : null, reason: nullReason(reasons, field, row) };
    return (
      <Fact key={field} label={label}>
        {family === 'object' ? <ObjectId {...shown} /> : <Id family={family} {...shown} />}
      </Fact>
    );
  });
}

interface AmountFactsProps {
  record: RecordName;
  row: Row;
  /** Labels by field, in order. */
  fields: Readonly<Record<string, ReactNode>>;
}

/** Amounts of a record in the units of their fields, each a fact. */
export function AmountFacts({ record, row, fields }: AmountFactsProps) {
  return Object.entries(fields).map(([field, label]) => {
    const amount = row[field];
    return (
      <Fact key={field} label={label}>
        <Amount value={typeof amount === 'bigint' ? amount : null} unit={unitOf(record, field, row)} />
      </Fact>
    );
  });
}

interface TimeFactsProps {
  row: { created_at: string | null; updated_at: string | null; onchain_created_at: string | null };
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
        <Time at={row.created_at} clock="indexed" reason={FIELD_NOT_PROVIDED} />
      </Fact>
      <Fact label="Last indexed">
        <Time at={row.updated_at} clock="indexed" reason={FIELD_NOT_PROVIDED} />
      </Fact>
    </>
  );
}
