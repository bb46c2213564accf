import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { Linked } from '@/components/values/linked';
import { stringifyJson } from '@/lib/json/exact';
import type { JsonChange } from '@/lib/view/json';
import { payloadLinks } from '@/lib/view/payload-links';

function Side({ path, value, nothing }: { path: string; value: unknown; nothing: string }) {
  if (value === undefined) return <span className="text-3">{nothing}</span>;
  const field = path.split('.').at(-1) ?? path;
  const [named] = typeof value === 'string' ? payloadLinks({ [field]: value }) : [];
  if (named !== undefined) return <Linked {...named} />;
  return <span className="mono break-all whitespace-pre-wrap">{stringifyJson(value, 1)}</span>;
}

interface ChangesTableProps {
  changes: readonly JsonChange[];
  /** Revision numbers. */
  from: string;
  to: string;
}

/** The changed fields between two revisions. */
export function ChangesTable({ changes, from, to }: ChangesTableProps) {
  return (
    <Table stacks aria-label={`Changes from revision ${from} to ${to}`}>
      <thead>
        <tr>
          <HeadCell>Field</HeadCell>
          <HeadCell>Revision {from}</HeadCell>
          <HeadCell>Revision {to}</HeadCell>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ path, before, after }) => (
          <Row key={path}>
            <Cell className="mono wrap-anywhere align-top">{path}</Cell>
            <Cell label={`Revision ${from}`} className="max-w-96 align-top whitespace-normal!">
              <Side path={path} value={before} nothing="not present" />
            </Cell>
            <Cell label={`Revision ${to}`} className="max-w-96 align-top whitespace-normal!">
              <Side path={path} value={after} nothing="removed" />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
