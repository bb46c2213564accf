// Sentences of the leader family.
import type { leaderKinds } from '@/lib/contract/event-kinds/leader';
import { address, leader, object, say } from './part';
import type { Sentences } from './sentences';

export const leaderSentences: Sentences<keyof typeof leaderKinds> = {
  FoundingLeaderCapCreatedEvent: (it) =>
    say`founding cap ${leader(it.leader_cap)} created in network ${object(it.network)}`,
  LeaderCapIssuedEvent: (it) => say`cap ${leader(it.leader_cap_id)} issued to ${address(it.leader)}`,
  LeaderClaimedEvent: (it) => say`leader ${leader(it.leader_cap_id)} claimed the active state`,
};
