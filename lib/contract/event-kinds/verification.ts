// Event kinds: verification of tool results (spec 6.3).
import * as z from 'zod/mini';
import { objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/int64';
import { kind } from './kind';
import { runtimeVertex, verifierDecision, verifierKind, verifierMethod } from './payload-fields';

export const verificationKinds = {
  ExternalVerifierRegisteredEvent: kind({
    registry: objectId,
    tool: objectId,
    method: verifierMethod,
    witness: objectId,
  }),
  ToolVerificationResolvedEvent: kind({
    dag: objectId,
    execution: objectId,
    walk_index: u64,
    vertex: runtimeVertex,
    leader_cap_id: objectId,
    tool_id: objectId,
    verifier_kind: verifierKind,
    verifier_witness_id: z._default(z.nullable(objectId), null),
    decision: verifierDecision,
  }),
};
