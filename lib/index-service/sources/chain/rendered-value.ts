// A value as a node renders it (google.protobuf.Value), from its bytes to plain JSON: messages of each part would be most of the work.
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { CHAIN } from '@/lib/index-service/limits';

/** A value that is nested more deeply than any on the chain: JSON of it could be written, and not be read by a mirror. */
export class TooDeep {
  constructor(
    /** The node's bytes. */
    readonly base64: string,
  ) {}
}

class DepthExceeded extends Error {}

const endOf = (reader: BinaryReader) => reader.uint32() + reader.pos;

function readValue(reader: BinaryReader, end: number, depth: number): unknown {
  if (depth > CHAIN.depth) throw new DepthExceeded();
  let value: unknown = null;
  while (reader.pos < end) {
    const [field, wire] = reader.tag();
    if (field === 2) value = reader.double();
    else if (field === 3) value = reader.string();
    else if (field === 4) value = reader.bool();
    else if (field === 5) value = Object.fromEntries(readItems(reader, readMember, depth));
    else if (field === 6) value = readItems(reader, readValue, depth);
    else reader.skip(wire, field);
  }
  return value;
}

/** The members of a struct, or the values of a list. */
function readItems<Item>(
  reader: BinaryReader,
  read: (reader: BinaryReader, end: number, depth: number) => Item,
  depth: number,
): Item[] {
  const items: Item[] = [];
  const end = endOf(reader);
  while (reader.pos < end) {
    const [field, wire] = reader.tag();
    if (field === 1) items.push(read(reader, endOf(reader), depth + 1));
    else reader.skip(wire, field);
  }
  return items;
}

function readMember(reader: BinaryReader, end: number, depth: number): [name: string, value: unknown] {
  const member: [string, unknown] = ['', null];
  while (reader.pos < end) {
    const [field, wire] = reader.tag();
    if (field === 1) member[0] = reader.string();
    else if (field === 2) member[1] = readValue(reader, endOf(reader), depth);
    else reader.skip(wire, field);
  }
  return member;
}

export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return readValue(new BinaryReader(bytes), bytes.length, 0);
  } catch (error) {
    if (!(error instanceof DepthExceeded)) throw error;
    return new TooDeep(Buffer.from(bytes).toString('base64'));
  }
}
