import type { GraphEdge } from '@/lib/dag/flow-graph';
import { givenTo, sentBy } from '@/lib/dag/replay/values';
import type { Visit } from '@/lib/dag/replay/visits';
import { edgeKindWord, edgeSource, edgeTarget, isEdgeKind } from '@/lib/dag/wording';
import { PortLine } from './port-line';
import type { ReplayView } from './use-replay';

function Title({ children }: { children: string }) {
  return <h4 className="px-3 pt-3 pb-1 text-2xs text-3">{children}</h4>;
}

/** `from split.ok.parts, for each, element [2]`; of an edge within iterations the one it left. */
function originOf(edge: GraphEdge, iteration: bigint | null, visit: Visit): string {
  const parts = [`from ${edgeSource(edge)}${iteration === null ? '' : ` [${iteration}]`}`];
  if (edge.kind !== 'normal' && isEdgeKind(edge.kind)) parts.push(edgeKindWord(edge.kind));
  if (edge.kind === 'for_each' && visit.iteration !== null) parts.push(`element [${visit.iteration}]`);
  return parts.join(', ');
}

/** What a visit was given, port by port, and what it answered. */
export function VisitValues({ visit, view }: { visit: Visit; view: ReplayView }) {
  const { crossings } = view.at;
  const given = [...givenTo(visit, crossings)];
  const sent = sentBy(visit, crossings);
  const carried = new Set(sent.map(({ edge }) => edge.from.port));
  const others = Object.entries(visit.ports ?? {}).filter(([port]) => !carried.has(port));
  return (
    <>
      {given.length > 0 && (
        <>
          <Title>Given</Title>
          <ul data-testid="run-given">
            {given.flatMap(([port, list]) =>
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
          <Title>{`Answered${visit.variant === null ? '' : ` ${visit.variant}`}`}</Title>
          {visit.ports === null && (
            <p className="px-3 text-3">
              No port of the answer was recorded: none was written, or none was valid UTF-8.
            </p>
          )}
          <ul data-testid="run-answer">
            {sent.map(({ edge, value }) => (
              <PortLine
                key={edge.key}
                name={edge.from.port}
                value={value}
                note={`to ${edgeTarget(edge)}${edge.kind === 'normal' ? '' : `, ${edgeKindWord(edge.kind)}`}`}
              />
            ))}
            {others.map(([port, value]) => (
              <PortLine key={port} name={port} value={value} note="along no edge" />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
