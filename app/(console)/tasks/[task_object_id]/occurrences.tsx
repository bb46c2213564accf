'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ListingTable } from '@/components/listing/listing-table';
import { occurrenceColumnsOf } from './occurrence-columns';
import { ScheduleStrip } from './schedule-strip';
import { occurrencesQuery } from './task-queries';

const NOUN = { one: 'occurrence', many: 'occurrences' };

export function Occurrences({ task_object_id }: { task_object_id: string }) {
  const columns = useMemo(() => occurrenceColumnsOf(task_object_id), [task_object_id]);
  const { data } = useQuery(occurrencesQuery(task_object_id));
  return (
    <>
      {data !== undefined && <ScheduleStrip occurrences={data.items} />}
      <ListingTable
        name="tasks.occurrences"
        params={{ task_object_id }}
        noun={NOUN}
        columns={columns}
        labels={{}}
        rowId={(row) => String(row.occurrence_id)}
        empty="Occurrences appear when the task is scheduled."
      />
    </>
  );
}
