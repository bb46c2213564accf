'use client';
import { memo } from 'react';
import { objectIdOf, valuesOf, type PortData, type PortValue as Value } from '@/lib/contract/port-data';
import type { JsonNumber } from '@/lib/json/exact';
import { ExactNumber } from '@/lib/json/exact-number';
import { CopyButton } from '@/components/ui/copy-button';
import { useMountedRows } from '@/components/ui/use-mounted-rows';
import { ShortId } from './id';
import { ObjectId } from './object-id';
import { ShowMore } from './show-more';
import { JsonView, TextBlock } from './text-block';
import { Tip } from '@/components/ui/tip';
import { Mono } from '@/components/ui/mono';
import { useRowLimit } from '@/components/ui/use-row-limit';

const PORTION = 50;
/** A text or number up to this long is shown inline; everything else is a block. */
const ONE_LINE = 120;

function isShort(data: unknown): data is string | boolean | JsonNumber {
  return (
    data instanceof ExactNumber ||
    ['number', 'bigint', 'boolean'].includes(typeof data) ||
    (typeof data === 'string' && data.length <= ONE_LINE)
  );
}

const SingleValue = memo(function SingleValue({ value }: { value: Value }) {
  if (value.kind === 'object') {
    const id = objectIdOf(value);
    return id === undefined ? <JsonView value={value} label="object" /> : <ObjectId value={id} />;
  }
  if (value.kind === 'blob' && typeof value['blob_id'] === 'string') {
    const digest = value['content_digest'];
    return (
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <span className="inline-flex items-center gap-1">
          blob{' '}
          <span translate="no" className="mono" title={value['blob_id']}>
            <ShortId id={value['blob_id']} />
          </span>
          <CopyButton text={value['blob_id']} label="blob ID" />
        </span>
        {typeof digest === 'string' && (
          <Tip className="text-3" tip={digest}>
            digest{' '}
            <Mono>
              <ShortId id={digest} />
            </Mono>
          </Tip>
        )}
        <span className="text-3">content not stored in the index</span>
      </span>
    );
  }
  const data: unknown = value.kind === 'data' ? value['data'] : value;
  if (typeof data === 'string' && !isShort(data)) return <TextBlock text={data} label="text" />;
  if (!isShort(data)) return <JsonView value={data} label={value.kind} />;
  return (
    <Mono className="break-words">{typeof data === 'string' ? JSON.stringify(data) : String(data)}</Mono>
  );
});

/** A port's value, or its numbered list of values, each shown by kind. */
export function PortValue({ port }: { port: PortData }) {
  const [limit, setLimit] = useRowLimit(PORTION);
  const values = valuesOf(port);
  const mounted = useMountedRows(Math.min(limit, values.length));
  if (!('many' in port)) return values[0] ? <SingleValue value={values[0]} /> : null;
  if (values.length === 0) return <span className="text-3">empty list</span>;
  return (
    <>
      <ol className="flex flex-col gap-1">
        {values.slice(0, mounted).map((value, index) => (
          // The order of a port is fixed: its place is a value's only identity.
          <li key={index} className="flex min-w-0 items-baseline gap-2">
            <Mono className="text-3">[{index}]</Mono>
            <div className="min-w-0 flex-1">
              <SingleValue value={value} />
            </div>
          </li>
        ))}
      </ol>
      <ShowMore
        shown={limit}
        total={values.length}
        noun="values"
        onMore={() => setLimit(limit * 5)}
        className="mt-1 text-xs"
      />
    </>
  );
}
