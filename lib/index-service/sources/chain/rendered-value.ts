// A value as a node renders it (google.protobuf.Value), from its bytes to plain JSON: messages of each part would be most of the work.
import { BinaryReader } from '@bufbuild/protobuf/wire';

const endOf = (reader: BinaryReader) => reader.uint32() + reader.pos;

function readValue(reader: BinaryReader, end: number): unknown {
  let value: unknown = null;
  while (reader.pos < end) {
    const [field, wire] = reader.tag();
    if (field === 2) value = reader.double();
    else if (field === 3) value = reader.string();
    else if (field === 4) value = reader.bool();
    else if (field === 5) value = Object.fromEntries(readItems(reader, readMember));
    else if (field === 6) value = readItems(reader, readValue);
    else reader.skip(wire, field);
  }
  return value;
}

/** The members of a struct, or the values of a list. */
function readItems<Item>(reader: BinaryReader, read: (reader: BinaryReader, end: number) => Item): Item[] {
  const items: Item[] = [];
  const end = endOf(reader);
  while (reader.pos < end) {
    const [field, wire] = reader.tag();
    if (field === 1) items.push(read(reader, endOf(reader)));
    else reader.skip(wire, field);
  }
  return items;
}

function readMember(reader: BinaryReader, end: number): [name: string, value: unknown] {
  const member: [string, unknown] = ['', null];
  while (reader.pos < end) {
    const [field, wire] = reader.tag();
    if (field === 1) member[0] = reader.string();
    else if (field === 2) member[1] = readValue(reader, endOf(reader));
    else reader.skip(wire, field);
  }
  return member;
}

export const jsonOf = (bytes: Uint8Array): unknown => readValue(new BinaryReader(bytes), bytes.length);
