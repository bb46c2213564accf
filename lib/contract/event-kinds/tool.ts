// Event kinds: tools and their registry (spec 6.3, 11.8).
import { objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/int64';
import { kind } from './kind';
import { flag, text } from './payload-fields';

export const toolKinds = {
  ToolRegistryCreatedEvent: kind({ registry: objectId }),
  ToolRegisteredEvent: kind({ tool: objectId, fqn: text }),
  ToolUnregisteredEvent: kind({ tool: objectId, fqn: text }),
  ToolUpdatedEvent: kind({ tool: objectId, fqn: text }),
  ToolSlashedEvent: kind({ tool: objectId, fqn: text, amount: u64 }),
  ToolVerificationStatusChangedEvent: kind({ tool: objectId, fqn: text, verified: flag }),
};
