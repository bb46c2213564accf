'use client';
import { usePageUrl } from '@/app/(console)/use-url';
import { Panel } from '@/components/ui/panel';
import { Select } from '@/components/ui/field';
import { Cell, HeadCell, Row, Table } from '@/components/ui/table';
import { withPageKeys } from '@/lib/client/filters';
import type { SkillRevision } from '@/lib/contract/agents';
import { stringifyJson } from '@/lib/json/exact';
import { jsonDiff } from '@/lib/view/json-diff';

function Side({ value, nothing }: { value: unknown; nothing: string }) {
  if (value === undefined) return <span className="text-3">{nothing}</span>;
  return <span className="mono break-all whitespace-pre-wrap">{stringifyJson(value, 1)}</span>;
}

interface PickProps {
  label: string;
  value: string;
  all: readonly string[];
  onChange: (value: string) => void;
}

function Pick({ label, value, all, onChange }: PickProps) {
  return (
    <label className="inline-flex items-center gap-1.5 text-3">
      {label}
      <span className="w-16">
        <Select value={value} onChange={(event) => onChange(event.target.value)}>
          {all.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      </span>
    </label>
  );
}

/** What changed from one revision of a skill to another, field by field. `?revisions=2,3`; the last two where the address names none. */
export function RevisionChanges({ revisions }: { revisions: readonly SkillRevision[] }) {
  const url = usePageUrl();
  const sorted = [...revisions].sort((a, b) => (a.interface_revision < b.interface_revision ? -1 : 1));
  const all = sorted.map((one) => String(one.interface_revision));
  if (all.length < 2) return null;
  const [asked, other] = (url.search.get('revisions') ?? '').split(',');
  const from = asked !== undefined && all.includes(asked) ? asked : (all.at(-2) ?? '');
  const to = other !== undefined && all.includes(other) ? other : (all.at(-1) ?? '');
  const show = (one: string, two: string) =>
    url.replace(withPageKeys(url.search, { revisions: `${one},${two}` }));
  const bare = (number: string) => {
    const found = sorted.find((one) => String(one.interface_revision) === number);
    return { dag_binding: found?.dag_binding, requirements: found?.requirements };
  };
  const changes = jsonDiff(bare(from), bare(to));
  return (
    <Panel
      title="What changed"
      className="mb-3.5"
      actions={
        <>
          <Pick label="from revision" value={from} all={all} onChange={(one) => show(one, to)} />
          <Pick label="to" value={to} all={all} onChange={(two) => show(from, two)} />
        </>
      }
    >
      {changes.length === 0 ? (
        <p className="px-3 py-2 text-2">
          Nothing: revisions {from} and {to} have the same DAG binding and requirements.
        </p>
      ) : (
        <Table aria-label={`Changes from revision ${from} to ${to}`}>
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
                <Cell className="mono align-top">{path}</Cell>
                <Cell className="max-w-96 align-top whitespace-normal">
                  <Side value={before} nothing="was not there" />
                </Cell>
                <Cell className="max-w-96 align-top whitespace-normal">
                  <Side value={after} nothing="is not there any more" />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  );
}
