// Leader caps: the event kinds of the leader family and the fields of their payloads (lifecycle 7, spec 6.3).
// One row a kind; where an event fills a column is the projections' business.
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
