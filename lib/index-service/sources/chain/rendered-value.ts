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
    else if (field === 5) value = readStruct(reader, depth);
    else if (field === 6) value = readList(reader, depth);
    else reader.skip(wire, field);
  }
  return value;
}

function readList(reader: BinaryReader, depth: number): unknown[] {
  const values: unknown[] = [];
  const end = endOf(reader);
  while (reader.pos < end) {
    const [field, wire] = reader.tag();
    if (field === 1) values.push(readValue(reader, endOf(reader), depth + 1));
    else reader.skip(wire, field);
  }
  return values;
}

function readStruct(reader: BinaryReader, depth: number): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  const end = endOf(reader);
  while (reader.pos < end) {
    const [field, wire] = reader.tag();
    if (field === 1) readMember(reader, endOf(reader), depth + 1, members);
    else reader.skip(wire, field);
  }
  return members;
}

function readMember(reader: BinaryReader, end: number, depth: number, into: Record<string, unknown>): void {
  let name = '';
  let value: unknown = null;
  while (reader.pos < end) {
    const [field, wire] = reader.tag();
    if (field === 1) name = reader.string();
    else if (field === 2) value = readValue(reader, endOf(reader), depth);
    else reader.skip(wire, field);
  }
  if (name !== '__proto__') into[name] = value;
  else Object.defineProperty(into, name, { value, configurable: true, enumerable: true, writable: true });
}

export function jsonOf(bytes: Uint8Array): unknown {
  try {
    return readValue(new BinaryReader(bytes), bytes.length, 0);
  } catch (error) {
    if (!(error instanceof DepthExceeded)) throw error;
    return new TooDeep(Buffer.from(bytes).toString('base64'));
  }
}
