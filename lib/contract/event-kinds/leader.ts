// Event kinds: leader caps (spec 6.3, 11.7).
import { address, objectId } from '@/lib/contract/ids';
import { kind } from './kind';
import { bytes } from './payload-fields';

export const leaderKinds = {
  FoundingLeaderCapCreatedEvent: kind({
    leader_cap: objectId,
    network: objectId,
  }),
  LeaderCapIssuedEvent: kind({
    registry: objectId,
    leader_cap_id: objectId,
    network: objectId,
    leader: address,
  }),
  LeaderClaimedEvent: kind({
    registry: objectId,
    leader_cap_id: objectId,
    claim_token: bytes,
  }),
};
