'use client';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { FlowGraphPanel } from '@/components/graph/flow-graph-panel';
import { Button, IconButton } from '@/components/ui/button';
import { Sentence } from '@/components/values/sentence';
import { Time } from '@/components/values/time';
import { buildHistoryQuery } from '@/lib/client/queries/build-history-query';
import type { Dag, DagStructure } from '@/lib/contract/dags';
import type { EventRecord } from '@/lib/contract/events';
import { structureAt } from '@/lib/dag/build-history';
import { elementCount } from '@/lib/dag/preflight';
import { eventSentence } from '@/lib/view/event-sentences';

interface BarProps {
  steps: readonly EventRecord[];
  step: number;
  onStep: (step: number) => void;
  onClose: () => void;
}

/** A slider over the building events, with the current one in words. */
function BuildBar({ steps, step, onStep, onClose }: BarProps) {
  const count = steps.length;
  const event = steps[step - 1];
  return (
    <section
      aria-label="Build history"
      data-testid="build-bar"
      data-step={step}
      data-steps={count}
      className="sticky bottom-0 z-10 border-t border-line bg-surface px-3 py-2"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="flex">
          <IconButton label="Previous event" onClick={() => onStep(step - 1)} disabled={step === 0}>
            <ChevronLeft size={15} aria-hidden />
          </IconButton>
          <IconButton label="Next event" onClick={() => onStep(step + 1)} disabled={step >= count}>
            <ChevronRight size={15} aria-hidden />
          </IconButton>
        </span>
        <span translate="no" className="w-[118px] whitespace-nowrap text-2 mono">
          event {step} / {count}
        </span>
        <input
          type="range"
          aria-label="Building event"
          aria-valuetext={`event ${step} of ${count}`}
          min={0}
          max={count}
          step={1}
          value={step}
          onChange={({ target }) => onStep(Number(target.value))}
          className="block min-w-40 flex-1 accent-(--color-accent)"
        />
        <Button size="small" onClick={onClose}>
          Show current state
        </Button>
      </div>
      <p className="mt-1.5 flex flex-wrap gap-x-3 text-2" aria-live="polite" data-testid="build-moment">
        {event ? (
          <>
            <span className="min-w-0 flex-1 basis-60 md:truncate">
              <Sentence parts={eventSentence(event.kind, event.payload)} />
            </span>
            <Time at={event.onchain_at} clock="on chain" reason="not recorded in the log" />
          </>
        ) : (
          'Before the first recorded event'
        )}
      </p>
    </section>
  );
}

interface BuildHistoryProps {
  structure: DagStructure;
  record: Dag | null;
  /** Number of building events applied; capped at their number. */
  step: number;
  onStep: (step: number) => void;
  onClose: () => void;
}

/** The graph after any of the events that built it. */
export function BuildHistory({ structure, record, step, onStep, onClose }: BuildHistoryProps) {
  const building = useQuery(buildHistoryQuery(structure, record));
  const steps = building.data?.steps;
  const place = steps === undefined ? step : Math.min(step, steps.length);
  // The slider moves at once; the graph follows as fast as it can be placed.
  const shownPlace = useDeferredValue(place);
  const structureAtStep = useMemo(
    () => (steps === undefined ? structure : structureAt(steps, shownPlace, structure)),
    [steps, shownPlace, structure],
  );
  const missing = useMemo(() => {
    if (steps === undefined) return 0;
    return elementCount(structure) - elementCount(structureAt(steps, steps.length, structure));
  }, [steps, structure]);
  return (
    <FlowGraphPanel
      structure={structureAtStep}
      title="Build history"
      footer={
        steps !== undefined ? (
          <>
            {missing > 0 && (
              <p role="note" className="border-t border-line px-3 py-1.5 text-2" data-testid="build-gaps">
                <b className="font-semibold text-warn">Incomplete history.</b> {missing} of{' '}
                {elementCount(structure)} elements were added by events missing from the history
                {building.data?.complete === false && ', which was not fully loaded'}.
              </p>
            )}
            <BuildBar steps={steps} step={place} onStep={onStep} onClose={onClose} />
          </>
        ) : (
          <p role="status" className="flex items-center gap-3 border-t border-line px-3 py-2 text-2">
            {building.error ? (
              <>
                <span className="text-fail">
                  Building events could not be loaded: {building.error.message}
                </span>
                <Button size="small" onClick={() => void building.refetch()}>
                  Retry
                </Button>
              </>
            ) : (
              'Loading building events…'
            )}
            <Button size="small" className="ml-auto" onClick={onClose}>
              Show current state
            </Button>
          </p>
        )
      }
    />
  );
}
