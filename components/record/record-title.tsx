'use client';
// What the page of a record is called: in its title and its breadcrumb.
import { useEffect, type ReactNode } from 'react';
import type { LabelTarget } from '@/components/labels/label-target';
import { ExplorerLink } from '@/components/values/explorer-link';
import { Id } from '@/components/values/id';
import { useName, WithoutNames } from '@/components/values/names';
import { shortId } from '@/lib/view/ids';
import type { IdFamily } from '@/lib/view/paths';

interface RecordTitleProps {
  /** `Leader` */
  noun: string;
  family: IdFamily;
  id: string;
}

/** The name, then type and id; without a name these are the title. */
export function RecordTitle({ noun, family, id }: RecordTitleProps) {
  const name = useName(family, id);
  // The server knows no labels.
  const label = name?.isLabel === true ? name.text : null;
  useEffect(() => {
    if (label === null) return;
    const before = document.title;
    document.title = `${label} · ${noun} ${shortId(id)} · Dagscope`;
    return () => void (document.title = before);
  }, [label, noun, id]);
  const type = (
    <>
      {noun}{' '}
      <WithoutNames>
        <Id family={family} value={id} link={false} />
      </WithoutNames>
      <ExplorerLink kind={family === 'address' ? 'address' : 'object'} id={id} />
    </>
  );
  if (name === undefined) return <span className="inline-flex flex-wrap items-center gap-x-2">{type}</span>;
  return (
    <span className="inline-flex max-w-full flex-wrap items-baseline gap-x-2.5">
      <span className="line-clamp-2 max-w-[80ch]">{name.text}</span>{' '}
      <span className="inline-flex items-center gap-x-2 text-sm font-normal tracking-normal text-2">
        {type}
      </span>
    </span>
  );
}

/** `Leaders / Harbour 3`; the list alone where the record has no name. */
export function RecordCrumb({ list, target }: { list: ReactNode; target: LabelTarget | null }) {
  const name = useName(target?.type ?? 'object', target?.ref ?? '');
  if (name === undefined) return <>{list}</>;
  return (
    <>
      {list} <span>/</span> <span className="max-w-[40ch] truncate">{name.text}</span>
    </>
  );
}
