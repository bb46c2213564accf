'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Dialog } from '@/components/ui/dialog';
import { JsonView } from '@/components/values/text-block';
import { useMay, useSession } from './session-context';
import { scopeOf } from '@/lib/client/api-error';
import { curlOf, rawAnswer, requestOf, type MadeRequest, type RawAnswer } from '@/lib/client/raw-answer';
import { jsonOrUndefined } from '@/lib/json/exact';
import { Mono } from '@/components/ui/mono';

function RequestItem({ request }: { request: MadeRequest }) {
  const [answer, setAnswer] = useState<RawAnswer | 'loading' | 'failed' | null>(null);
  const scope = scopeOf(request.name);
  const may = useMay(scope);
  const curl = curlOf(request);
  const fetchRaw = async () => {
    setAnswer('loading');
    setAnswer(await rawAnswer((input, init) => fetch(input, init), request).catch(() => 'failed' as const));
  };
  return (
    <li className="border-b border-line py-2 last:border-b-0">
      <div className="flex flex-wrap items-center gap-2">
        <Mono className="min-w-0 flex-1 break-all max-sm:basis-full">
          <span className="text-3">GET </span>
          {request.path}
        </Mono>
        {scope !== null && (
          <span className={may ? 'text-3' : 'text-warn'}>
            {may ? `scope ${scope}` : `requires scope ${scope}, which your key lacks`}
          </span>
        )}
        <Button size="small" onClick={() => void fetchRaw()} disabled={answer === 'loading'}>
          Raw response
        </Button>
      </div>
      <div className="mt-1 flex items-center gap-1 rounded-sm border border-line bg-bg px-2 py-1">
        <code translate="no" className="mono min-w-0 flex-1 break-all">
          {curl}
        </code>
        <CopyButton text={curl} label="curl command" />
      </div>
      {answer === 'failed' && (
        <p role="alert" className="mt-1 text-fail">
          Couldn&apos;t reach the console
        </p>
      )}
      {typeof answer === 'object' && answer !== null && (
        <div className="mt-1">
          <p className="text-3">status {answer.status}</p>
          <JsonView value={jsonOrUndefined(answer.text) ?? answer.text} label="raw response" />
        </div>
      )}
    </li>
  );
}

/** The index requests of this page as curl commands; the key is not in them. */
export function RequestsDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { index } = useSession();
  const [requests] = useState(() => {
    const found = client
      .getQueryCache()
      .getAll()
      .filter((query) => query.getObserversCount() > 0)
      .flatMap((query) => requestOf(query.queryKey) ?? []);
    return [...new Map(found.map((request) => [request.path, request])).values()];
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="API requests"
      description={
        <>
          Set <Mono>INDEX_URL</Mono> to the index at <Mono>{index.host}</Mono> and <Mono>INDEX_API_KEY</Mono>{' '}
          to your key. The browser never sees the key.
        </>
      }
      className="w-[min(860px,calc(100vw-24px))]!"
    >
      {requests.length === 0 ? (
        <p>No requests yet</p>
      ) : (
        <ul aria-label="Requests">
          {requests.map((request) => (
            <RequestItem key={request.path} request={request} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
