'use client';
import type { GraphEdge } from '@/lib/dag/flow-graph';
import { inputsOf, outputsOf } from '@/lib/dag/replay/crossings';
import type { Visit } from '@/lib/dag/replay/walks';
import { edgeKindText, edgeKindWord, edgeSource, edgeTarget, isEdgeKind } from '@/lib/dag/wording';
import type { ReactNode } from 'react';
import { useRun } from './run-context';
import { edgeRunText } from '@/lib/dag/run-state';
import { formatDuration } from '@/lib/view/time';
import { type PortData, valuesOf } from '@/lib/contract/port-data';
import { PortValue } from '@/components/values/port-value';
import { ShowMore } from '@/components/values/show-more';
import { Tip } from '@/components/ui/tip';
import { Mono } from '@/components/ui/mono';
import { useRowLimit } from '@/components/ui/use-row-limit';

function Title({ children }: { children: string }) {
  return <h4 className="px-3 pt-3 pb-1 text-2xs text-3">{children}</h4>;
}

/** `from split.ok.parts [1], for each, element [2]`, with the source's iteration. */
function originOf(edge: GraphEdge, iteration: bigint | null, visit: Visit): string {
  const parts = [`from ${edgeSource(edge)}${iteration === null ? '' : ` [${iteration}]`}`];
  if (edge.kind !== 'normal' && isEdgeKind(edge.kind)) parts.push(edgeKindWord(edge.kind));
  if (edge.kind === 'for_each' && visit.iteration !== null) parts.push(`element [${visit.iteration}]`);
  return parts.join(', ');
}

export function VisitValues({ visit }: { visit: Visit }) {
  const { crossings } = useRun().view.at;
  const inputs = [...inputsOf(visit, crossings)];
  const sent = outputsOf(visit, crossings);
  const carried = new Set(sent.map(({ edge }) => edge.from.port));
  const others = Object.entries(visit.ports ?? {}).filter(([port]) => !carried.has(port));
  return (
    <>
      {inputs.length > 0 && (
        <>
          <Title>Inputs</Title>
          <ul data-testid="run-inputs">
            {inputs.flatMap(([port, list]) =>
              list.map(({ crossing: { edge, iteration, at }, value }) => (
                <PortLine
                  key={`${port} ${edge.key} ${at}`}
                  name={port}
                  value={value}
                  note={originOf(edge, iteration, visit)}
                />
              )),
            )}
          </ul>
        </>
      )}
      {visit.ports !== undefined && (
        <>
          <Title>{`Outputs${visit.variant === null ? '' : `, variant ${visit.variant}`}`}</Title>
          {visit.ports === null && (
            <p className="px-3 text-3">No output ports recorded: none written, or none valid UTF-8</p>
          )}
          <ul data-testid="run-outputs">
            {sent.map(({ edge, value }) => (
              <PortLine
                key={edge.key}
                name={edge.from.port}
                value={value}
                note={`to ${edgeTarget(edge)}${edge.kind === 'normal' ? '' : `, ${edgeKindText(edge.kind)}`}`}
              />
            ))}
            {others.map(([port, value]) => (
              <PortLine key={port} name={port} value={value} note="no edge" />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

interface StepLineProps {
  /** Index of the row. */
  place: number;
  children: ReactNode;
}

/** A recorded row: its words go to its step, its key to its table; and when it was. */
export function StepLine({ place, children }: StepLineProps) {
  const { replay, clock, goTo } = useRun().view;
  const key = replay.moments[place]?.key ?? '';
  const begin = clock.times[0] ?? 0;
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <button
        type="button"
        onClick={() => goTo(place + 1)}
        className="text-left hover:text-accent hover:underline"
      >
        {children}
      </button>
      <a translate="no" href={`#${key}`} className="text-2xs text-3 mono hover:text-accent">
        {key}
      </a>
      <Mono className="ml-auto text-3">+{formatDuration((clock.times[place] ?? begin) - begin)}</Mono>
    </span>
  );
}

/** Crossings shown at once, latest first. */
const PORTION = 12;

/** The values that crossed an edge so far, each with its walk and row. */
export function EdgeDetail({ edge }: { edge: GraphEdge }) {
  const { view } = useRun();
  const [limit, setLimit] = useRowLimit(PORTION);
  const { at, replay, walk } = view;
  const crossings = at.crossings
    .filter((crossing) => crossing.edge.key === edge.key && (walk === null || crossing.walk_index === walk))
    .reverse();
  return (
    <section
      aria-label="Crossings"
      data-testid="edge-detail"
      data-crossings={crossings.length}
      className="mt-2 border-t border-line pt-2"
    >
      <p className="px-3 text-2">Crossed: {edgeRunText(edge.kind, at.state?.edges.get(edge.key))}</p>
      {crossings.length === 0 && replay.gaps.reasons.length > 0 && (
        <p className="px-3 text-3">The record is incomplete; there may have been more.</p>
      )}
      <ul>
        {crossings.slice(0, limit).map(({ at: place, walk_index, iteration, value }) => (
          <li key={place} className="mt-2">
            <div className="px-3">
              <StepLine place={place}>
                walk {String(walk_index)}
                {iteration !== null && `, iteration [${iteration}]`}
              </StepLine>
            </div>
            <ul>
              <PortLine name={edge.from.port} value={value} />
            </ul>
          </li>
        ))}
      </ul>
      <ShowMore
        shown={limit}
        total={crossings.length}
        noun="crossings"
        onMore={() => setLimit(limit * 5)}
        className="mt-2 px-3"
      />
    </section>
  );
}

/** Longer texts are not parsed. */
const MAX_PARSED = 100_000;

/** The index decodes bare JSON (docs/read-api.md, port data), so a text that is itself valid JSON must have been quoted. */
function wasQuoted(text: string): boolean {
  if (text.length > MAX_PARSED) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** `one text`, `many, 3 × JSON, object`: cardinality and kinds, to tell raw text from JSON. */
function kindsOf(port: PortData): string {
  const values = valuesOf(port);
  const kinds = values.map((value) => {
    if (value.kind !== 'data') return value.kind;
    if (typeof value['data'] !== 'string') return 'JSON';
    return wasQuoted(value['data']) ? 'JSON string' : 'text';
  });
  const words = [...new Set(kinds)].join(', ');
  return 'many' in port ? `many, ${values.length} × ${words || 'nothing'}` : `one ${words}`;
}

const TEXT_NOTE = 'Raw text or a JSON string; the index does not distinguish them';

interface PortLineProps {
  name: string;
  /** Null: the event lacks the port. */
  value: PortData | null;
  note?: string | undefined;
}

function PortLine({ name, value, note }: PortLineProps) {
  const kinds = value === null ? null : kindsOf(value);
  return (
    <li className="border-t border-line px-3 py-1.5" data-port-value={name}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <Mono className="font-medium break-words">{name}</Mono>
        {kinds !== null && (
          <Tip className="text-2xs text-3" tip={kinds.includes('text') ? TEXT_NOTE : undefined}>
            {kinds}
          </Tip>
        )}
        {note !== undefined && <span className="text-2xs text-3">{note}</span>}
      </p>
      <div className="mt-0.5 min-w-0">
        {value === null ? (
          <Tip
            className="unknown relative"
            tip="Missing from the recorded event: not valid UTF-8, or never written"
          >
            not recorded
          </Tip>
        ) : (
          <PortValue port={value} />
        )}
      </div>
    </li>
  );
}
