// An event as a node gives it to a line of the log.
// Invariant: an event of the network's packages is always a line: decoded, or whole and marked as not decodable. Others are foreign.
import { isJsonObject } from '@/lib/json/exact-number';
import type { EventLine } from '@/lib/index-service/log/recorded-line';
import { chainKinds, structs } from './kinds';
import { wrappersOf, type Deployment } from './packages';
import { TooDeep } from './rendered-value';
import { decodeFields, Undecodable } from './values';

/** An event with its place on the chain. `json` is undefined where the node left it out, and TooDeep where it cannot be stored as JSON. */
export interface PlacedEvent {
  checkpoint: bigint;
  transactionIndex: bigint;
  eventIndex: number;
  digest: string;
  sender: string;
  type: string;
  json: unknown;
}

/** The struct that an event's wrapper holds. */
export interface WrappedType {
  isDistributed: boolean;
  address: string;
  module: string;
  name: string;
}

const STRUCT = /^(0x[0-9a-f]{64})::(\w+)::(\w+)(?:<.*>)?$/;

/** undefined for a type that is in neither wrapper of the network. */
export function wrappedType(deployment: Deployment, type: string): WrappedType | undefined {
  const { plain, distributed } = wrappersOf(deployment);
  const wrapper = [plain, distributed].find((each) => type.startsWith(`${each}<`));
  if (wrapper === undefined || !type.endsWith('>')) return undefined;
  const [, address, module, name] = STRUCT.exec(type.slice(wrapper.length + 1, -1)) ?? [];
  if (address === undefined || module === undefined || name === undefined) return undefined;
  return { isDistributed: wrapper === distributed, address, module, name };
}

/** The payload of an event that is not decoded: no kind has such fields, so the log keeps it as not decodable. */
const undecoded = (event: PlacedEvent, reason: string) => ({
  undecoded: reason,
  event_type: event.type,
  node_json: (event.json instanceof TooDeep ? event.json.base64 : event.json) ?? null,
});

function payloadOf(
  deployment: Deployment,
  { isDistributed, address, module, name }: WrappedType,
  json: unknown,
) {
  const kind = chainKinds.get(name);
  if (kind === undefined) throw new Undecodable(`${name} is in no table of this release`);
  const { packages } = deployment;
  if (packages[kind.role as keyof typeof packages] !== address || kind.module !== module)
    throw new Undecodable(`${name} is defined by ${address}::${module}`);
  if (json instanceof TooDeep) throw new Undecodable('the event is nested too deeply');
  if (!isJsonObject(json)) throw new Undecodable('the event is no object');
  const { event, ...wrapper } = json;
  if (!isJsonObject(event)) throw new Undecodable('the wrapper holds no event');
  const payload = decodeFields(kind.fields, event);
  // Which wrapper a kind travels in is not part of its definition: either is taken.
  return isDistributed
    ? { ...payload, distribution: decodeFields(structs.get('distribution') ?? [], wrapper) }
    : payload;
}

export interface DecodedLine {
  line: EventLine;
  /** Why the event is not decodable; undefined where it is. */
  reason: string | undefined;
}

/** The line of an event of the network; `time` is that of its checkpoint. */
export function eventLineOf(
  deployment: Deployment,
  wrapped: WrappedType,
  event: PlacedEvent,
  time: string,
): DecodedLine {
  const envelope = {
    kind: wrapped.name,
    tx_digest: event.digest,
    sender_address: event.sender,
    onchain_at: time,
    event_index: event.eventIndex,
  };
  try {
    return { line: { ...envelope, payload: payloadOf(deployment, wrapped, event.json) }, reason: undefined };
  } catch (error) {
    if (!(error instanceof Undecodable)) throw error;
    const reason = error.message;
    return { line: { ...envelope, payload: undecoded(event, reason) }, reason };
  }
}
