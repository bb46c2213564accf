// A full node or archive over gRPC, or gRPC-web where HTTP/1.1 is all there is. Answers are bounded in time and size.
// Invariant: the token is sent in its header only, and is in no error.
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Code, ConnectError, createClient, type Interceptor, type Transport } from '@connectrpc/connect';
import { createGrpcTransport, createGrpcWebTransport, Http2SessionManager } from '@connectrpc/connect-node';
import { isoTime, wait, type Clock } from '@/lib/time/clock';
import { addressOf } from '@/lib/index-service/follow/source';
import { CHAIN } from '@/lib/index-service/limits';
import {
  LedgerService,
  MovePackageService,
  StateService,
  SubscriptionService,
  type MessageOf,
} from './messages';

export interface NodeAddress {
  url: URL;
  token: string | undefined;
  /** The header of the token. */
  tokenHeader: string;
}

/** The node refuses what a retry does not change; the message names the remedy. */
export class NodeRefused extends Error {
  override readonly name = 'NodeRefused';
}

const REMEDIES: Partial<Record<Code, string>> = {
  [Code.Unauthenticated]:
    'Set CHAIN_TOKEN to a token of this provider, and CHAIN_TOKEN_HEADER to the header it expects.',
  [Code.PermissionDenied]: 'The token in CHAIN_TOKEN may not make this call.',
  [Code.InvalidArgument]: 'This release does not fit the node.',
  [Code.OutOfRange]: 'Set CHAIN_HISTORY_URL to a node or archive that keeps older checkpoints.',
};

export const isCode = (error: unknown, code: Code) => error instanceof ConnectError && error.code === code;
const PASSING = [
  Code.Unknown,
  Code.Unavailable,
  Code.ResourceExhausted,
  Code.DeadlineExceeded,
  Code.Aborted,
  Code.Internal,
  Code.Canceled,
];
/** The same call may succeed later. */
export const isPassing = (error: unknown) => PASSING.some((code) => isCode(error, code));
export const isUnimplemented = (error: unknown) => isCode(error, Code.Unimplemented);

export type ChainNode = Awaited<ReturnType<typeof connectNode>>;

function clientsOf(transport: Transport) {
  return {
    ledger: createClient(LedgerService, transport),
    subscription: createClient(SubscriptionService, transport),
    packages: createClient(MovePackageService, transport),
    state: createClient(StateService, transport),
  };
}

/** Puts the token in its header, and takes it out of errors, whose messages may repeat it. */
function authorization(token: string, header: string): Interceptor {
  const withoutToken = (error: unknown) =>
    error instanceof ConnectError
      ? new ConnectError(error.rawMessage.replaceAll(token, '…'), error.code)
      : error;
  async function* redacted<Item>(items: AsyncIterable<Item>) {
    try {
      yield* items;
    } catch (error) {
      throw withoutToken(error);
    }
  }
  return (next) => async (request) => {
    request.header.set(header, token);
    try {
      const response = await next(request);
      return response.stream ? { ...response, message: redacted(response.message) } : response;
    } catch (error) {
      throw withoutToken(error);
    }
  };
}

/** Refuses calls after the end: the library would connect again for them. */
const untilAborted =
  (signal: AbortSignal): Interceptor =>
  (next) =>
  async (request) => {
    if (signal.aborted) throw new ConnectError('the connection is closed', Code.Canceled);
    return next(request);
  };

/** Connects until the signal and asks for the node's chain, by gRPC or else by gRPC-web. */
export async function connectNode({ url, token, tokenHeader }: NodeAddress, signal: AbortSignal) {
  const address = addressOf(url);
  const interceptors = [untilAborted(signal)];
  if (token !== undefined) interceptors.push(authorization(token, tokenHeader));
  // No compression: unpacking each frame of a stream costs more CPU than decoding it. Full nodes seem to offer only zstd, which the library lacks.
  const options = {
    baseUrl: address,
    interceptors,
    readMaxBytes: CHAIN.answerBytes,
    acceptCompression: [],
  };
  const sessionManager = new Http2SessionManager(address, {
    pingIntervalMs: CHAIN.pingMs,
    pingTimeoutMs: CHAIN.pingMs,
  });
  const agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  // Ends every call. A signal in each call would be kept by the client, one listener a call.
  const close = () => {
    sessionManager.abort();
    agents.http.destroy();
    agents.https.destroy();
  };
  signal.addEventListener('abort', close, { once: true });
  const grpc = createGrpcTransport({ ...options, sessionManager });
  const unary = { timeoutMs: CHAIN.unaryMs };
  const ask = async (transport: Transport, protocol: 'gRPC' | 'gRPC-web') => {
    const clients = clientsOf(transport);
    return { ...clients, protocol, info: await clients.ledger.getServiceInfo({}, unary) };
  };
  const passing = [Code.Unavailable, Code.Internal, Code.Unknown, Code.Unimplemented];
  const connected = await ask(grpc, 'gRPC').catch(async (error: unknown) => {
    if (signal.aborted || !passing.some((code) => isCode(error, code))) throw error;
    const web = createGrpcWebTransport({
      ...options,
      httpVersion: '1.1',
      nodeOptions: { agent: url.protocol === 'https:' ? agents.https : agents.http },
    });
    return ask(web, 'gRPC-web').catch(() => {
      throw error;
    });
  });
  return { address, unary, signal, ...connected };
}

/** Makes a call for what the node's stream has named: its own index may lag the stream by moments. */
export async function onceIndexed<Answer>(
  call: () => Promise<Answer>,
  { clock, signal }: { clock: Pick<Clock, 'after'>; signal: AbortSignal },
): Promise<Answer> {
  for (let pause = CHAIN.tipMs; ; pause *= 2)
    try {
      return await call();
    } catch (error) {
      if (!isCode(error, Code.NotFound) || pause > CHAIN.lagMs) throw error;
      await wait(clock, pause, signal);
    }
}

/** The error with the node's address; NodeRefused where a retry cannot help. */
export function explain(error: unknown, { url }: Pick<NodeAddress, 'url'>): Error {
  if (!(error instanceof ConnectError)) return error instanceof Error ? error : new Error(String(error));
  const { message, code } = error;
  const remedy = REMEDIES[code];
  const text = `${addressOf(url)}: ${message}`;
  return remedy === undefined ? new Error(text) : new NodeRefused(`${text}. ${remedy}`);
}

/** RFC 3339 of a node's time. */
export function timeOf(timestamp: MessageOf<'Timestamp'> | undefined): string | undefined {
  if (timestamp?.seconds === undefined) return undefined;
  return isoTime(Number(timestamp.seconds) * 1000 + Math.floor((timestamp.nanos ?? 0) / 1_000_000));
}

/** The time of a checkpoint; undefined where the node gives none. */
export async function checkpointTime(sequenceNumber: bigint, { ledger, unary }: ChainNode) {
  const readMask = { paths: ['sequence_number', 'summary.timestamp'] };
  const { checkpoint } = await ledger.getCheckpoint({ sequenceNumber, readMask }, unary);
  return timeOf(checkpoint?.summary?.timestamp);
}
