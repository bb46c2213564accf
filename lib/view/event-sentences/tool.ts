// Sentences of the tool family.
import type { toolKinds } from '@/lib/contract/event-kinds/tool';
import { fqn, object, say, us } from './part';
import type { Sentences } from './sentences';

export const toolSentences: Sentences<keyof typeof toolKinds> = {
  ToolRegistryCreatedEvent: (it) => say`tool registry ${object(it.registry)} created`,
  ToolRegisteredEvent: (it) => say`${fqn(it.fqn)} registered`,
  ToolUnregisteredEvent: (it) => say`${fqn(it.fqn)} unregistered`,
  ToolUpdatedEvent: (it) => say`${fqn(it.fqn)} updated by its owner`,
  ToolSlashedEvent: (it) => say`${fqn(it.fqn)}: collateral slashed by ${us(it.amount)}`,
  ToolVerificationStatusChangedEvent: (it) =>
    say`${fqn(it.fqn)} is ${it.verified ? 'now verified' : 'no longer verified'}`,
};
