'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Unloaded } from '@/components/shell/read-failure';
import { Button } from '@/components/ui/button';
import { TextField } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { Id } from '@/components/values/id';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { counted, countedIfKnown } from '@/lib/view/amount';
import { readPasted } from '@/lib/view/ids';
import { agent } from '@/lib/view/paths';
import { totalOf } from '@/lib/contract/record';
import { firstRows } from '@/lib/view/row-order';

const PAYMENTS_READ = 100;

function OpenById() {
  const router = useRouter();
  const [input, setInput] = useState('');
  const [error, setError] = useState<string | null>(null);
  return (
    <form
      className="max-w-[640px]"
      onSubmit={(event) => {
        event.preventDefault();
        const { kind, value } = readPasted(input);
        if (kind === 'object') router.push(agent(value));
        else setError('Enter an ID: 0x and up to 64 hex digits');
      }}
    >
      <TextField
        label="Open agent by ID"
        error={error}
        inputClass="mono"
        value={input}
        spellCheck={false}
        autoComplete="off"
        onChange={(text) => {
          setInput(text);
          setError(null);
        }}
      />
      <Button type="submit" tone="primary" size="small" className="mt-2">
        Open
      </Button>
    </form>
  );
}

/** The agents that the newest payments name. */
function PaidAgents() {
  const query = useQuery(endpointQuery('payments.list', {}, { page_size: String(PAYMENTS_READ) }));
  const { data } = query;
  if (data === undefined) return <Unloaded query={query} what="the payments" waiting="Searching payments…" />;
  const paymentCounts = new Map<string, number>();
  for (const { agent_object_id: id } of data.items)
    if (id !== null) paymentCounts.set(id, (paymentCounts.get(id) ?? 0) + 1);
  return (
    <>
      {paymentCounts.size === 0 ? (
        <p className="text-2">No agents found in these payments.</p>
      ) : (
        <ul aria-label="Agents found in payments" className="flex flex-wrap gap-x-6 gap-y-1">
          {[...paymentCounts].map(([id, count]) => (
            <li key={id}>
              <Id family="agent" value={id} /> <span className="text-3">{counted(count, 'payment')}</span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-xs text-3">
        Based on the {firstRows(data.items)} {data.items.length} of {countedIfKnown(totalOf(data), 'payment')}
        .
      </p>
    </>
  );
}

/** Agents of an index that doesn't list them: by id, and those that its payments name. */
export function AgentsById() {
  return (
    <Panel>
      <div className="flex flex-col gap-4 p-3">
        <p role="note" className="text-2">
          This index doesn&apos;t provide a list of agents. Open them by ID.
        </p>
        <OpenById />
        <PaidAgents />
      </div>
    </Panel>
  );
}
