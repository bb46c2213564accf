// The part of the node's gRPC API that is read, by field numbers (sui.rpc.v2). Fields that are not here are skipped.
// Invariant: every field is optional, as the node's are: absent is undefined, never a default.
import { create, createFileRegistry, type Message } from '@bufbuild/protobuf';
import type { GenMessage, GenService } from '@bufbuild/protobuf/codegenv2';
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt';

/** Fields by name: number and type, `[]` after a repeated one. `json` is a google.protobuf.Value (rendered-value.ts). */
const MESSAGES = {
  FieldMask: { paths: '1 string[]' },
  Timestamp: { seconds: '1 int64', nanos: '2 int32' },

  GetServiceInfoRequest: {},
  GetServiceInfoResponse: {
    chainId: '1 string',
    checkpointHeight: '4 uint64',
    lowestAvailableCheckpoint: '6 uint64',
    server: '8 string',
  },

  Event: {
    sender: '3 string',
    eventType: '4 string',
    json: '6 bytes',
    checkpoint: '7 uint64',
    transactionDigest: '8 string',
    transactionIndex: '9 uint64',
    eventIndex: '10 uint32',
  },
  EventTypeFilter: { eventType: '1 string' },
  EventLiteral: { eventType: '4 EventTypeFilter' },
  EventTerm: { literals: '1 EventLiteral[]' },
  EventFilter: { terms: '1 EventTerm[]' },
  QueryOptions: { limit: '1 uint32', after: '2 bytes' },
  Watermark: { cursor: '1 bytes', checkpoint: '2 uint64' },
  QueryEnd: { reason: '1 int32' },
  ListEventsRequest: {
    readMask: '1 FieldMask',
    startCheckpoint: '2 uint64',
    endCheckpoint: '3 uint64',
    filter: '4 EventFilter',
    options: '5 QueryOptions',
  },
  EventFrame: { event: '1 Event', watermark: '2 Watermark', end: '3 QueryEnd' },
  SubscribeEventsRequest: { readMask: '1 FieldMask', filter: '2 EventFilter' },

  CheckpointSummary: { timestamp: '9 Timestamp' },
  ChangedObject: { objectId: '1 string', objectType: '11 string' },
  TransactionEffects: { changedObjects: '12 ChangedObject[]' },
  TransactionEvents: { events: '3 Event[]' },
  ExecutedTransaction: {
    digest: '1 string',
    effects: '4 TransactionEffects',
    events: '5 TransactionEvents',
    checkpoint: '6 uint64',
    timestamp: '7 Timestamp',
  },
  Checkpoint: {
    sequenceNumber: '1 uint64',
    summary: '3 CheckpointSummary',
    transactions: '6 ExecutedTransaction[]',
  },
  GetCheckpointRequest: { sequenceNumber: '1 uint64', readMask: '3 FieldMask' },
  GetCheckpointResponse: { checkpoint: '1 Checkpoint' },
  BatchGetTransactionsRequest: { digests: '1 string[]', readMask: '2 FieldMask' },
  GetTransactionResult: { transaction: '1 ExecutedTransaction' },
  BatchGetTransactionsResponse: { transactions: '1 GetTransactionResult[]' },
  SubscribeCheckpointsRequest: { readMask: '1 FieldMask' },
  SubscribeCheckpointsResponse: { cursor: '1 uint64' },

  Package: { originalId: '2 string' },
  Object: { package: '9 Package', json: '100 bytes' },
  GetObjectRequest: { objectId: '1 string', readMask: '3 FieldMask' },
  GetObjectResponse: { object: '1 Object' },
  ListPackageVersionsRequest: { packageId: '1 string' },
  PackageVersion: { version: '2 uint64' },
  ListPackageVersionsResponse: { versions: '1 PackageVersion[]' },
  DynamicField: { fieldObject: '4 Object', valueType: '7 string' },
  ListDynamicFieldsRequest: {
    parent: '1 string',
    pageSize: '2 uint32',
    pageToken: '3 bytes',
    readMask: '4 FieldMask',
  },
  ListDynamicFieldsResponse: { dynamicFields: '1 DynamicField[]', nextPageToken: '2 bytes' },
} as const;

/** Calls by service: request and answer, `stream` where the answer is one. */
const SERVICES = {
  LedgerService: {
    GetServiceInfo: 'GetServiceInfoRequest GetServiceInfoResponse',
    GetObject: 'GetObjectRequest GetObjectResponse',
    GetCheckpoint: 'GetCheckpointRequest GetCheckpointResponse',
    BatchGetTransactions: 'BatchGetTransactionsRequest BatchGetTransactionsResponse',
    ListEvents: 'ListEventsRequest stream EventFrame',
  },
  SubscriptionService: {
    SubscribeEvents: 'SubscribeEventsRequest stream EventFrame',
    SubscribeCheckpoints: 'SubscribeCheckpointsRequest stream SubscribeCheckpointsResponse',
  },
  MovePackageService: { ListPackageVersions: 'ListPackageVersionsRequest ListPackageVersionsResponse' },
  StateService: { ListDynamicFields: 'ListDynamicFieldsRequest ListDynamicFieldsResponse' },
} as const;

interface ScalarTypes {
  string: string;
  bytes: Uint8Array<ArrayBuffer>;
  uint64: bigint;
  int64: bigint;
  uint32: number;
  int32: number;
}
type Messages = typeof MESSAGES;
type MessageName = keyof Messages;
type TypeOf<Type> = Type extends keyof ScalarTypes
  ? ScalarTypes[Type]
  : Type extends MessageName
    ? MessageOf<Type>
    : never;
type Spec<Field> = Field extends `${number} ${infer Type}` ? Type : never;

/** A message as it is read: repeated fields are lists, others may be absent. */
export type MessageOf<Name extends MessageName> = Message & {
  [Field in keyof Messages[Name] as Spec<Messages[Name][Field]> extends `${string}[]` ? Field : never]: Spec<
    Messages[Name][Field]
  > extends `${infer Type}[]`
    ? TypeOf<Type>[]
    : never;
} & {
  [Field in keyof Messages[Name] as Spec<Messages[Name][Field]> extends `${string}[]` ? never : Field]?:
    | TypeOf<Spec<Messages[Name][Field]>>
    | undefined;
};

type Services = typeof SERVICES;
type Method<Call> =
  Call extends `${infer Request extends MessageName} stream ${infer Answer extends MessageName}`
    ? {
        methodKind: 'server_streaming';
        input: GenMessage<MessageOf<Request>>;
        output: GenMessage<MessageOf<Answer>>;
      }
    : Call extends `${infer Request extends MessageName} ${infer Answer extends MessageName}`
      ? { methodKind: 'unary'; input: GenMessage<MessageOf<Request>>; output: GenMessage<MessageOf<Answer>> }
      : never;
type ServiceOf<Name extends keyof Services> = GenService<{
  [Call in keyof Services[Name] & string as Uncapitalize<Call>]: Method<Services[Name][Call]>;
}>;

const PACKAGE = 'sui.rpc.v2';
const SCALARS: Record<string, FieldDescriptorProto_Type> = {
  string: FieldDescriptorProto_Type.STRING,
  bytes: FieldDescriptorProto_Type.BYTES,
  uint64: FieldDescriptorProto_Type.UINT64,
  int64: FieldDescriptorProto_Type.INT64,
  uint32: FieldDescriptorProto_Type.UINT32,
  int32: FieldDescriptorProto_Type.INT32,
};

function fieldOf(name: string, spec: string, oneofIndex: number) {
  const [number, typeName = ''] = spec.split(' ');
  const isList = typeName.endsWith('[]');
  const type = typeName.replace('[]', '');
  const scalar = SCALARS[type];
  return {
    name,
    number: Number(number),
    label: isList ? FieldDescriptorProto_Label.REPEATED : FieldDescriptorProto_Label.OPTIONAL,
    ...(scalar === undefined
      ? { type: FieldDescriptorProto_Type.MESSAGE, typeName: `.${PACKAGE}.${type}` }
      : { type: scalar }),
    // An optional field is described as alone in a oneof.
    ...(isList ? {} : { proto3Optional: true, oneofIndex }),
  };
}

function messageType(name: string, fields: Record<string, string>) {
  const optional = Object.keys(fields).filter((field) => fields[field]?.endsWith('[]') !== true);
  return {
    name,
    field: Object.entries(fields).map(([field, spec]) => fieldOf(field, spec, optional.indexOf(field))),
    oneofDecl: optional.map((field) => ({ name: `_${field}` })),
  };
}

function serviceType(name: string, calls: Record<string, string>) {
  const method = Object.entries(calls).map(([call, types]) => {
    const [request = '', ...answer] = types.split(' ');
    return {
      name: call,
      inputType: `.${PACKAGE}.${request}`,
      outputType: `.${PACKAGE}.${answer.at(-1) ?? ''}`,
      serverStreaming: answer.length === 2,
    };
  });
  return { name, method };
}

const registry = createFileRegistry(
  create(FileDescriptorProtoSchema, {
    name: 'sui/rpc/v2.proto',
    package: PACKAGE,
    syntax: 'proto3',
    messageType: Object.entries(MESSAGES).map(([name, fields]) => messageType(name, fields)),
    service: Object.entries(SERVICES).map(([name, calls]) => serviceType(name, calls)),
  }),
  () => undefined,
);

function serviceOf<Name extends keyof Services>(name: Name): ServiceOf<Name> {
  const service = registry.getService(`${PACKAGE}.${name}`);
  if (service === undefined) throw new Error(`no service ${name}`);
  // Its methods are those that SERVICES describes.
  return service as unknown as ServiceOf<Name>;
}

export const LedgerService = serviceOf('LedgerService');
export const SubscriptionService = serviceOf('SubscriptionService');
export const MovePackageService = serviceOf('MovePackageService');
export const StateService = serviceOf('StateService');

/** Why a list ended (QueryEnd.reason). */
export const END = { itemLimit: 1, scanLimit: 2, checkpointBound: 3, cursorBound: 4, ledgerTip: 5 } as const;
