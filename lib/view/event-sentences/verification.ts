// Sentences of the verification family.
import type { verificationKinds } from '@/lib/contract/event-kinds/execution';
import { at, execution, id, inWords, object, say } from './part';
import type { Sentences } from './sentences';

export const verificationSentences: Sentences<keyof typeof verificationKinds> = {
  ExternalVerifierRegisteredEvent: (it) =>
    say`external verifier ${it.method.module_name}::${it.method.function_name} registered for tool ${object(it.tool)}`,
  ToolVerificationResolvedEvent: (it) =>
    say`result of ${at(it.vertex)} of ${execution(it.execution)} ${
      it.decision.variant === 'Accept'
        ? 'accepted'
        : it.decision.reason === null
          ? 'rejected'
          : `rejected (${it.decision.reason})`
    }, ${it.verifier_kind.variant === 'None' ? 'no verifier' : `verifier: ${inWords(it.verifier_kind.variant)}`}, leader ${id('leader')(it.leader_cap_id)}`,
};
