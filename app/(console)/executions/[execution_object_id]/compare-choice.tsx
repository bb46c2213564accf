'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { endpointQuery } from '@/lib/client/queries/endpoint-query';
import { isObjectId } from '@/lib/contract/ids';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { Panel } from '@/components/ui/panel';
import { Id } from '@/components/values/id';
import { Status } from '@/components/values/status';
import { Time } from '@/components/values/time';
import { RunFileButton, RunFileFault, type RunFileDoor } from '@/app/(console)/executions/file/use-run-file';

const CANDIDATES = '12';

interface ListedProps {
  self: string;
  dag_object_id: string;
  onChoose: (id: string) => void;
}

/** Runs of the same DAG to choose from, where the index lists executions; an id can be given in any case. */
function Listed({ self, dag_object_id, onChoose }: ListedProps) {
  const [text, setText] = useState('');
  const list = useQuery(endpointQuery('executions.list', {}, { dag_object_id, page_size: CANDIDATES }));
  const others = list.data?.items.filter(({ object_id }) => object_id !== self) ?? [];
  const given = text.trim();
  return (
    <>
      <form
        className="flex flex-wrap items-end gap-2 border-b border-line px-3 py-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          if (isObjectId(given)) onChoose(given);
        }}
      >
        <Field
          label="Id of the other execution"
          className="min-w-0 flex-1"
          error={given !== '' && !isObjectId(given) ? 'not an object id' : null}
        >
          {(control) => <Input {...control} value={text} onChange={(event) => setText(event.target.value)} />}
        </Field>
        <Button type="submit" disabled={!isObjectId(given)}>
          Compare
        </Button>
      </form>
      {list.error ? (
        <p className="px-3 py-2 text-3">This index lists no executions by DAG: {list.error.message}</p>
      ) : (
        <ul>
          {others.map(({ object_id, status, created_at }) => (
            <li
              key={object_id}
              className="flex flex-wrap items-center gap-3 border-b border-line px-3 py-1.5 last:border-b-0"
            >
              <Id family="execution" value={object_id} />
              <Status value={status} />
              <Time at={created_at} clock="indexed" className="text-3" />
              <Button size="small" className="ml-auto" onClick={() => onChoose(object_id)}>
                Compare
              </Button>
            </li>
          ))}
          {list.data && others.length === 0 && (
            <li className="px-3 py-2 text-3">This is the only one on the first page.</li>
          )}
        </ul>
      )}
    </>
  );
}

interface CompareChoiceProps extends Omit<ListedProps, 'onChoose'> {
  door: RunFileDoor;
  /** Null where nothing is read from the network: then files alone can be chosen. */
  onChoose: ListedProps['onChoose'] | null;
}

/** Which execution this one is laid beside. */
export function CompareChoice({ door, onChoose, ...rest }: CompareChoiceProps) {
  const button = (
    <RunFileButton door={door} label="File of the other execution" size="small">
      Open its file
    </RunFileButton>
  );
  return (
    <>
      <RunFileFault door={door} />
      <Panel
        title="Compare with another execution of this DAG"
        actions={onChoose !== null && button}
        {...door.target}
      >
        {onChoose === null ? (
          <div className="flex flex-col items-center gap-3 px-6 py-10 text-center">
            <p className="max-w-[56ch] text-2">
              Choose or drop the file of the other execution. It is read in this browser and sent nowhere.
            </p>
            {button}
          </div>
        ) : (
          <Listed onChoose={onChoose} {...rest} />
        )}
      </Panel>
    </>
  );
}
