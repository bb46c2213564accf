// Tools and their registry: the event kinds of the tool family and the fields of their payloads (lifecycle 8, spec 6.3).
// One row a kind; where an event fills a column is the projections' business.
import { objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/int64';
import { kind } from './kind';
import { flag, text } from './payload-fields';

export const toolKinds = {
  ToolRegistryCreatedEvent: kind({
    registry: objectId,
  }),
  ToolRegisteredEvent: kind({
    tool: objectId,
    fqn: text,
  }),
  ToolUnregisteredEvent: kind({
    tool: objectId,
    fqn: text,
  }),
  ToolUpdatedEvent: kind({
    tool: objectId,
    fqn: text,
  }),
  ToolSlashedEvent: kind({
    tool: objectId,
    fqn: text,
    amount: u64,
  }),
  ToolVerificationStatusChangedEvent: kind({
    tool: objectId,
    fqn: text,
    verified: flag,
  }),
};
