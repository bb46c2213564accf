// Event kinds: keys of leaders and tools (spec 6.3).
import * as z from 'zod/mini';
import { objectId } from '@/lib/contract/ids';
import { u64 } from '@/lib/contract/int64';
import { kind } from './kind';
import { bytes, keyIdentity } from './payload-fields';

export const keyManagementKinds = {
  NetworkAuthCreatedEvent: kind({
    registry: objectId,
    registered_key_witness: objectId,
  }),
  KeyBindingCreatedEvent: kind({
    binding: objectId,
    identity: keyIdentity,
  }),
  KeyRegisteredEvent: kind({
    binding: objectId,
    key_id: u64,
    scheme: u64,
    public_key: bytes,
    added_at_ms: u64,
  }),
  KeyRevokedEvent: kind({
    binding: objectId,
    key_id: u64,
    revoked_at_ms: u64,
  }),
  ActiveKeyUpdatedEvent: kind({
    binding: objectId,
    active_key_id: z._default(z.nullable(u64), null),
  }),
};
