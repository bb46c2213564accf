// The size of a vertex card and the position of its ports, computed from its content so that nothing is measured in the DOM.
// Invariant: whole pixels; ports lie on the card's border in the graph's order. Longer text is truncated, never wrapped.
import { valuesOf, type PortData } from '@/lib/contract/port-data';
import { stringifyJson } from '@/lib/json/exact';
import type { GraphVertex, InputPort, OutputPort } from './flow-graph';
import type { Heading } from '@/lib/dag/placement/request';
import { edgeLabel, outputName } from './wording';

export const card = {
  /** Name and tool: above rows of ports (`header`), or between two lines of ports (`head`). */
  header: 48,
  head: 42,
  row: 18,
  line: 22,
  foot: 8,
  side: 12,
  gap: 18,
  min: 176,
  max: 420,
  state: 58,
};

const MONO = 6.65;
const SANS = 7.5;
const LONGEST_PORT = 30;
const LONGEST_CHIP = 12;
const LONGEST_HEAD = 52;
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/u;

/** Width in monospace columns: East Asian characters and emoji take two. */
export function columns(text: string, longest = Number.POSITIVE_INFINITY): number {
  if (/^[ -~]*$/.test(text)) return Math.min(text.length, longest);
  let sum = 0;
  for (const sign of text) {
    sum += WIDE.test(sign) ? 2 : 1;
    if (sum >= longest) return longest;
  }
  return sum;
}

/** A short form of a default value: `= 7`. */
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
  /** Centre of the port, relative to the card's top left corner. */
  x: number;
  y: number;
  /** Space for its name, from `left`; never overlaps another port's. */
  left: number;
  room: number;
}

export interface VertexSize {
  width: number;
  height: number;
  /** Inputs, then outputs, in the graph's order. */
  ports: PortPlace[];
}

const even = (length: number) => Math.ceil(length / 2) * 2;
const widest = (lengths: number[]) => lengths.reduce((a, b) => Math.max(a, b), 0);
const sum = (lengths: number[]) => lengths.reduce((a, b) => a + b, 0);
const outputColumns = (output: OutputPort) => columns(outputName(output), LONGEST_PORT) + 2;

function headWidth({ name, tool_fqn }: GraphVertex): number {
  const first = card.side + columns(name, LONGEST_HEAD) * SANS + card.state + card.side;
  const second = card.side * 2 + 24 + columns(tool_fqn ?? 'not in the structure', LONGEST_HEAD) * MONO;
  return Math.max(card.min, first, second);
}

/** Ports as rows below the head: inputs left, outputs right. */
function sizeInRows(vertex: GraphVertex): VertexSize {
  const leftWidth = widest(vertex.inputs.map(inputColumns)) * MONO;
  const rightWidth = widest(vertex.outputs.map(outputColumns)) * MONO;
  const pads = card.side + card.gap + card.side;
  const width = even(Math.min(card.max, Math.max(headWidth(vertex), leftWidth + rightWidth + pads)));
  const height = card.header + Math.max(vertex.inputs.length, vertex.outputs.length) * card.row + card.foot;
  const share = leftWidth + rightWidth === 0 ? 0.5 : leftWidth / (leftWidth + rightWidth);
  const parting = Math.round(card.side + card.gap / 2 + share * (width - pads));
  const y = (index: number) => card.header + index * card.row + card.row / 2;
  return {
    width,
    height,
    ports: [
      ...vertex.inputs.map(({ key }, index) => ({ key, x: 0, y: y(index), left: 0, room: parting })),
      ...vertex.outputs.map(({ key }, index) => ({
        key,
        x: width,
        y: y(index),
        left: parting,
        room: width - parting,
      })),
    ],
  };
}

/** Ports side by side: inputs along the top, outputs along the bottom. */
function sizeInColumns(vertex: GraphVertex): VertexSize {
  const rooms = (counts: number[]) => counts.map((count) => even(count * MONO + 14));
  const above = rooms(vertex.inputs.map(inputColumns));
  const below = rooms(vertex.outputs.map(outputColumns));
  const head = Math.min(card.max, headWidth(vertex));
  const width = even(Math.max(head, sum(above) + card.side, sum(below) + card.side));
  const height = card.line + card.head + card.line;
  const along = (keys: readonly { key: string }[], wide: readonly number[], y: number): PortPlace[] => {
    let left = Math.round((width - sum([...wide])) / 2);
    return keys.map(({ key }, index) => {
      const room = wide[index] ?? 0;
      const place = { key, x: left + room / 2, y, left, room };
      left += room;
      return place;
    });
  };
  return {
    width,
    height,
    ports: [...along(vertex.inputs, above, 0), ...along(vertex.outputs, below, height)],
  };
}

export function vertexSize(vertex: GraphVertex, heading: Heading): VertexSize {
  return heading === 'down' ? sizeInColumns(vertex) : sizeInRows(vertex);
}

/** The size of an edge's label, with space for a count where the kind has one; null without a label. */
export function labelSize(kind: string): { width: number; height: number } | null {
  const text = edgeLabel(kind);
  if (text === null) return null;
  const count = kind === 'for_each' || kind === 'collect' || kind === 'do_while' ? 5 : 0;
  return { width: Math.ceil((columns(text, 24) + count) * MONO + 30), height: 18 };
}
