// The size of a vertex card and the places of its ports, computed from its content, so that nothing has to be drawn to be measured.
// Invariant: all numbers are whole pixels, ports lie on the card's left and right edge, rows are in the order of the graph's ports.
// The card component uses the same constants; text that is longer than allowed is cut there, never wrapped.
import { valuesOf, type PortData } from '@/lib/contract/port-data';
import { stringifyJson } from '@/lib/json/exact';
import type { GraphVertex, InputPort } from './flow-graph';
import { edgeLabel, outputName } from './wording';

export const card = { header: 48, row: 18, foot: 8, side: 12, gap: 18, min: 176, max: 420, state: 58 };

const MONO = 6.65;
const SANS = 7.5;
const LONGEST_PORT = 30;
const LONGEST_CHIP = 12;
const LONGEST_HEAD = 52;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Width in columns: East Asian characters and emoji take two. */
export function columns(text: string, longest = Number.POSITIVE_INFINITY): number {
  if (/^[ -~]*$/.test(text)) return Math.min(text.length, longest);
  let sum = 0;
  for (const sign of text) {
    sum += WIDE.test(sign) ? 2 : 1;
    if (sum >= longest) return longest;
  }
  return sum;
}

/** A default value short enough to stand beside its port: `= 7`. */
export function defaultChip(value: PortData): string {
  const values = valuesOf(value);
  const first = values[0];
  const isMany = 'many' in value;
  let text = '…';
  if (isMany && values.length !== 1) text = `[${values.length}]`;
  else if (first?.kind === 'data') text = stringifyJson((first as { data?: unknown }).data).slice(0, 200);
  else if (first) text = first.kind;
  if (columns(text) > LONGEST_CHIP - 2) text = `${[...text].slice(0, LONGEST_CHIP - 4).join('')}…`;
  return `= ${text}`;
}

function inputColumns(input: InputPort): number {
  const name = columns(input.port, LONGEST_PORT);
  const entry = input.entry_groups.length > 0 ? 2 : 0;
  return input.default_value === null
    ? name + entry
    : name + entry + columns(defaultChip(input.default_value)) + 3;
}

export interface PortPlace {
  key: string;
  side: 'west' | 'east';
  /** Centre of the port, from the card's top left corner. */
  x: number;
  y: number;
}

export interface VertexSize {
  width: number;
  height: number;
  ports: PortPlace[];
}

const widest = (lengths: number[]) => lengths.reduce((a, b) => Math.max(a, b), 0);

export function vertexSize(vertex: GraphVertex): VertexSize {
  const left = widest(vertex.inputs.map(inputColumns)) * MONO;
  const right = widest(vertex.outputs.map((output) => columns(outputName(output), LONGEST_PORT) + 2)) * MONO;
  const rows = card.side + left + card.gap + right + card.side;
  const name = card.side + columns(vertex.name, LONGEST_HEAD) * SANS + card.state + card.side;
  const tool = card.side * 2 + 24 + columns(vertex.tool_fqn ?? 'not in the structure', LONGEST_HEAD) * MONO;
  const width = Math.ceil(Math.min(card.max, Math.max(card.min, rows, name, tool)) / 2) * 2;
  const count = Math.max(vertex.inputs.length, vertex.outputs.length);
  const height = card.header + count * card.row + card.foot;
  const y = (index: number) => card.header + index * card.row + card.row / 2;
  return {
    width,
    height,
    ports: [
      ...vertex.inputs.map(({ key }, index) => ({ key, side: 'west' as const, x: 0, y: y(index) })),
      ...vertex.outputs.map(({ key }, index) => ({ key, side: 'east' as const, x: width, y: y(index) })),
    ],
  };
}

/** The room an edge's label needs, null when it has none. Kinds that count get room for a count beside the word. */
export function labelSize(kind: string): { width: number; height: number } | null {
  const text = edgeLabel(kind);
  if (text === null) return null;
  const count = kind === 'for_each' || kind === 'collect' || kind === 'do_while' ? 5 : 0;
  return { width: Math.ceil((columns(text, 24) + count) * MONO + 30), height: 18 };
}
