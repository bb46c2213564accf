// Sentences of the key-management family.
import type { keyManagementKinds } from '@/lib/contract/event-kinds/leader';
import { leader, object, say } from './part';
import type { Sentences } from './sentences';

export const keyManagementSentences: Sentences<keyof typeof keyManagementKinds> = {
  NetworkAuthCreatedEvent: (it) => say`key registry ${object(it.registry)} created`,
  KeyBindingCreatedEvent: (it) =>
    it.identity.variant === 'Leader'
      ? say`key binding ${object(it.binding)} created for ${leader(it.identity.leader_cap_id)}`
      : say`key binding ${object(it.binding)} created for tool ${object(it.identity.tool_id)}`,
  KeyRegisteredEvent: (it) => say`key ${it.key_id} registered in binding ${object(it.binding)}`,
  KeyRevokedEvent: (it) => say`key ${it.key_id} of binding ${object(it.binding)} revoked`,
  ActiveKeyUpdatedEvent: (it) =>
    it.active_key_id === null
      ? say`binding ${object(it.binding)} has no active key any more`
      : say`key ${it.active_key_id} of binding ${object(it.binding)} is now the active one`,
};
