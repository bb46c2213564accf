// Columns by what they hold. The record's name gives their units.
import type { ColumnDef, ColumnMeta } from '@tanstack/react-table';
import type { ReactNode } from 'react';
import { ColumnAmount } from '@/components/values/amount';
import { Id } from '@/components/values/id';
import { Maybe } from '@/components/values/maybe';
import { isRun } from '@/components/values/names';
import { Status } from '@/components/values/status';
import { Time, ZoneName } from '@/components/values/time';
import { absentReason, nullReason, type Reasons } from '@/lib/view/null-reasons';
import type { RecordName } from '@/lib/view/null-reasons/all';
import type { IdFamily } from '@/lib/view/paths';
import type { Clock } from '@/lib/view/time';
import { unitOf } from '@/lib/view/amount';
import { Mono } from '@/components/ui/mono';

/** The declared fields of a row with values of a type. */
type FieldOf<Row, Value> = keyof {
  [Key in keyof Row as string extends Key ? never : Row[Key] extends Value ? Key : never]: unknown;
} &
  string;

interface Options<Row> extends ColumnMeta<Row, never> {
  /** Why a value is unknown, where the field's own reason does not fit. */
  reason?: string | ((row: Row) => string);
}

/** Their columns reserve the width of a name, which may load later. */
const isNamed = (family: IdFamily) => family === 'agent' || family === 'dag';

const indexedHeader = () => (
  <>
    Indexed, <ZoneName />
  </>
);

/** Column builders for the rows of a record, with the reasons why a field may be null; options other than `reason` are the column's meta. */
export function columnsOf<Row>(record: RecordName, reasons: Reasons) {
  const column = (
    field: string,
    header: string | (() => ReactNode),
    { reason, ...meta }: Options<Row>,
    draw: (value: never, reason: string, row: Row) => ReactNode,
  ): ColumnDef<Row, never> => {
    const reasonFor = (row: Row) => {
      const absent = absentReason(row as object, field);
      if (absent !== null) return absent;
      // A field that is never null has no reason and needs none.
      if (reason === undefined) return nullReason(reasons, field, row as object);
      return typeof reason === 'function' ? reason(row) : reason;
    };
    return {
      accessorKey: field,
      header,
      meta,
      cell: ({ getValue, row: { original } }) => draw(getValue(), reasonFor(original), original),
    };
  };
  const time = (field: string, header: string, clock: Clock, options: Options<Row>) =>
    column(field, header, { moment: true, ...options }, (at, reason) => (
      <Time at={at} clock={clock} reason={reason} className="text-2" />
    ));
  return {
    id: (field: FieldOf<Row, string | null>, header: string, family: IdFamily, options: Options<Row> = {}) =>
      column(
        field,
        header,
        { bar: 'w-28', ...(isNamed(family) && { width: 'sm:min-w-[216px]' }), ...options },
        // A run has the name that its row shows; its DAG and agent may have another.
        (id, reason, row) => (
          <Id
            family={family}
            value={id}
            reason={reason}
            bare={isRun(family)}
            rowName={(row as { skill_description?: string | null }).skill_description}
          />
        ),
      ),

    /** The id that names the row, after a title where there is one. */
    named: (
      field: FieldOf<Row, string | null>,
      header: string,
      family: IdFamily,
      titleOf: (row: Row) => string | null,
      options: Options<Row> = {},
    ) =>
      column(
        field,
        header,
        { bar: 'w-44', wide: true, width: 'sm:min-w-[272px]', ...options },
        (id, reason, row) => <Id family={family} value={id} reason={reason} name={titleOf(row)} withId />,
      ),

    status: (field: FieldOf<Row, string | null>, header: string, options: Options<Row> = {}) =>
      column(field, header, { bar: 'w-20', names: true, ...options }, (status, reason) => (
        <Status value={status} reason={reason} />
      )),

    /** In the unit of its field, which the header names, or the cell where it follows from the row. */
    amount: (field: FieldOf<Row, bigint | null>, header: string, options: Options<Row> = {}) =>
      column(
        field,
        header,
        { numeric: true, unit: unitOf(record, field), bar: 'w-16', ...options },
        (amount, reason, row) => (
          <ColumnAmount
            value={amount}
            unit={unitOf(record, field, row as object)}
            reason={reason}
            column={field}
            showUnit={typeof options.unit === 'function'}
          />
        ),
      ),

    /** A time on chain. */
    time: (field: FieldOf<Row, string | null>, header: string, options: Options<Row> = {}) =>
      time(field, header, 'on chain', { bar: 'w-16', ...options }),

    /** Any value that may be unknown; as plain text without `draw`. */
    value: <Field extends FieldOf<Row, unknown>>(
      field: Field,
      header: string,
      options: Options<Row>,
      draw?: (value: NonNullable<Row[Field]>) => ReactNode,
    ) =>
      column(field, header, options, (value, reason) =>
        value === null || draw === undefined ? <Maybe value={value} reason={reason} /> : draw(value),
      ),

    /** A field drawn from its whole row. */
    row: (
      field: FieldOf<Row, unknown>,
      header: string | (() => ReactNode),
      meta: ColumnMeta<Row, never>,
      draw: (row: Row) => ReactNode,
    ) => column(field, header, meta, (_value, _reason, row) => draw(row)),

    /** A column that is not a field of the row, so it cannot be sorted. */
    display: (
      id: string,
      header: string,
      meta: ColumnMeta<Row, never>,
      draw: (row: Row) => ReactNode,
    ): ColumnDef<Row, never> => ({ id, header, meta, cell: ({ row: { original } }) => draw(original) }),

    /** A value computed from the row, by which it is also sorted. */
    computed: <Value extends boolean | number | bigint>(
      id: string,
      header: string,
      { reason = 'not indexed', ...meta }: Options<Row>,
      read: (row: Row) => Value | null,
      draw: (value: Value) => ReactNode = String,
    ): ColumnDef<Row, never> => ({
      id,
      header,
      meta,
      // A column's value type is `never` in arrays of columns with different values.
      accessorFn: read as (row: Row) => never,
      cell: ({ row: { original } }) => (
        <Maybe value={read(original)} reason={typeof reason === 'function' ? reason(original) : reason}>
          {draw}
        </Maybe>
      ),
    }),

    transaction: (options: Options<Row> = {}) =>
      column('tx_digest', 'Transaction', { bar: 'w-24', ...options }, (digest, reason) => (
        <Id family="transaction" value={digest} reason={reason} />
      )),

    /** When the index last changed the row. */
    updated: (options: Options<Row> = {}) =>
      time('updated_at', 'Last indexed', 'indexed', { bar: 'w-14', ...options }),

    /** When the index first had the row. */
    indexed: (options: Options<Row> = {}) =>
      time('created_at', 'Indexed', 'indexed', { bar: 'w-14', ...options }),

    /** The same as time of day, for rows of one run. */
    indexedClock: () =>
      column('created_at', indexedHeader, { bar: 'w-20', label: 'Indexed' }, (at) => (
        <Time at={at} clock="indexed" form="clock" className="text-2" />
      )),

    /** When the row's object was created on chain. */
    onChain: (options: Options<Row> = {}, header = 'Created on chain') =>
      time('onchain_created_at', header, 'on chain', { bar: 'w-16', ...options }),

    /** A vertex and its loop iteration. */
    vertex: () =>
      column('vertex_name', 'Vertex', { bar: 'w-24' }, (name, _reason, row) => {
        const { vertex_iteration: iteration = null } = row as { vertex_iteration?: bigint | null };
        return (
          <Mono>
            {name}
            {iteration !== null && <span className="text-3"> [{String(iteration)}]</span>}
          </Mono>
        );
      }),
  };
}

/** The columns of a page that has the name of every row: the first holds the id alone, and no more width than it takes. */
export function withoutRowNames<Row>([first, ...others]: readonly ColumnDef<Row, never>[]): ColumnDef<
  Row,
  never
>[] {
  return first === undefined
    ? []
    : [{ ...first, meta: { ...first.meta, wide: false, width: '' } }, ...others];
}

/** The columns without those that are the same in every row of a page. */
export function withoutColumns<Row>(
  columns: readonly ColumnDef<Row, never>[],
  ...keys: (keyof Row & string)[]
): ColumnDef<Row, never>[] {
  const dropped = new Set<unknown>(keys);
  return columns.filter((column) => !('accessorKey' in column && dropped.has(column.accessorKey)));
}
